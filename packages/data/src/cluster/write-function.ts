import { converted, integerDigits, narrowed } from './clickhouse-types.ts'
import type { Argument, FunctionCall, FunctionWriter } from './function-call.ts'
import { NotPortable, type PlanType } from './plan-node.ts'
import { DATE_FUNCTIONS } from './write-date-function.ts'
import { TEXT_FUNCTIONS } from './write-text-function.ts'

/** Writes a call of a DuckDB function. Throws NotPortable for a function whose values might differ on the cluster. */
export function writeFunction(name: string, call: FunctionCall): string {
  for (const functions of [NUMBER_FUNCTIONS, DATE_FUNCTIONS, TEXT_FUNCTIONS]) {
    const write = Object.hasOwn(functions, name) ? functions[name] : undefined
    const written = write?.(call) ?? null
    if (written !== null) return written
  }
  throw new NotPortable(/^\w+$/.test(name) ? `the function ${name}` : `the operator ${name}`)
}

const OPERATORS = { '+': 'plus', '-': 'minus', '*': 'multiply' } as const

const NUMBER_FUNCTIONS: Readonly<Record<string, FunctionWriter>> = {
  '+': (call) => calculate('+', call),
  '-': (call) => (call.args.length === 1 ? negate(call) : calculate('-', call)),
  '*': (call) => calculate('*', call),
  '/': ({ result, args: [left, right] }) =>
    result.id === 'DOUBLE' && left && right ? `divide(${left.sql}, ${right.sql})` : null,
  '//': (call) => wholeDivision('intDiv', call),
  '%': (call) => wholeDivision('modulo', call),
  mod: (call) => wholeDivision('modulo', call),
  abs: ({ result, args: [value] }) => {
    if (!value) return null
    if (integerDigits(result) !== null) return narrowed(`abs(${wide(value, result)})`, result)
    return isNumber(result) ? `abs(${value.sql})` : null
  },
  sign: ({ result, args: [value] }) =>
    value && isNumber(value.type) ? converted(`sign(${value.sql})`, result) : null,
  floor: (call) => rounded('floor', call),
  ceil: (call) => rounded('ceil', call),
  ceiling: (call) => rounded('ceil', call),
  round,
  sqrt: ofDouble('sqrt'),
  ln: ofDouble('log'),
  log10: ofDouble('log10'),
  log2: ofDouble('log2'),
  exp: ofDouble('exp'),
  pow: power,
  power,
  '**': power,
  '^': power,
  greatest: (call) => ofTwo('greatest', call),
  least: (call) => ofTwo('least', call),
}

function isNumber(type: PlanType): boolean {
  return type.id === 'DOUBLE' || type.id === 'DECIMAL' || integerDigits(type) !== null
}

/** Integers of DuckDB do not wrap around: an overflow fails the statement. */
function wide({ sql }: Argument, result: PlanType): string {
  return result.id === 'HUGEINT' ? `toInt256(${sql})` : `toInt128(${sql})`
}

function calculate(operator: keyof typeof OPERATORS, { result, args }: FunctionCall): string | null {
  const [left, right] = args
  if (!left || !right || args.length !== 2 || !isNumber(left.type) || !isNumber(right.type)) return null
  const name = OPERATORS[operator]
  if (integerDigits(result) !== null)
    return narrowed(`${name}(${wide(left, result)}, ${wide(right, result)})`, result)
  if (result.id === 'DOUBLE') return `${name}(${left.sql}, ${right.sql})`
  const widened = [left, right].map(({ sql, type }) => converted(sql, { ...type, width: result.width }))
  return result.id === 'DECIMAL' ? converted(`${name}(${widened.join(', ')})`, result) : null
}

function negate({ result, args: [value] }: FunctionCall): string | null {
  if (!value) return null
  if (integerDigits(result) !== null) return narrowed(`negate(${wide(value, result)})`, result)
  return isNumber(result) ? `negate(${value.sql})` : null
}

/** NULL for a division by zero, as in DuckDB. */
function wholeDivision(name: string, { result, args: [left, right] }: FunctionCall): string | null {
  if (!left || !right || integerDigits(result) === null) return null
  return converted(`if(equals(${right.sql}, 0), NULL, ${name}(${left.sql}, ${right.sql}))`, result)
}

function rounded(name: string, { result, args }: FunctionCall): string | null {
  const [value] = args
  if (!value || args.length !== 1) return null
  if (result.id === 'DECIMAL') return converted(`${name}(${value.sql})`, result)
  return value.type.id === 'DOUBLE' && result.id === 'DOUBLE' ? `${name}(${value.sql})` : null
}

const MOST_PLACES = 15

/** ClickHouse rounds a half of a double to the even number, DuckDB away from zero. */
function round({ result, args: [value, places] }: FunctionCall): string | null {
  const digits = places ? places.constant : 0
  if (!value || typeof digits !== 'number' || digits < 0 || digits > MOST_PLACES) return null
  if (value.type.id === 'DECIMAL' && result.id === 'DECIMAL')
    return converted(`round(${value.sql}, ${digits})`, result)
  if (value.type.id !== 'DOUBLE' || result.id !== 'DOUBLE') return null
  const factor = `1e${digits}`
  const nearest = 'if(abs(y - trunc(y)) >= 0.5, trunc(y) + sign(y), trunc(y))'
  // A lambda calculates the value once.
  return `arrayElement(arrayMap(y -> ${nearest} / ${factor}, [multiply(${value.sql}, ${factor})]), 1)`
}

function ofDouble(name: string): FunctionWriter {
  return ({ result, args: [value] }) =>
    value?.type.id === 'DOUBLE' && result.id === 'DOUBLE' ? `${name}(${value.sql})` : null
}

function power({ result, args: [base, exponent] }: FunctionCall): string | null {
  const isDouble = base?.type.id === 'DOUBLE' && exponent?.type.id === 'DOUBLE' && result.id === 'DOUBLE'
  return isDouble ? `pow(${base.sql}, ${exponent.sql})` : null
}

/** DuckDB ignores a NULL among the values. */
function ofTwo(name: string, { args }: FunctionCall): string | null {
  const [one, other] = args
  if (!one || !other || args.length !== 2) return null
  const both = `${name}(${one.sql}, ${other.sql})`
  return `multiIf(isNull(${one.sql}), ${other.sql}, isNull(${other.sql}), ${one.sql}, ${both})`
}
