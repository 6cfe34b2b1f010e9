import type { JsonObject, JsonValue } from '@parley/domain'
import { converted, textLiteral } from './clickhouse-types.ts'
import { constantOf, NotPortable, planObject, planObjects, typeOfExpression } from './plan-node.ts'
import { writeCast } from './write-cast.ts'
import { writeFunction } from './write-function.ts'

const COMPARISONS: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: 'equals',
  COMPARE_NOTEQUAL: 'notEquals',
  COMPARE_LESSTHAN: 'less',
  COMPARE_GREATERTHAN: 'greater',
  COMPARE_LESSTHANOREQUALTO: 'lessOrEquals',
  COMPARE_GREATERTHANOREQUALTO: 'greaterOrEquals',
}

/**
 * Writes a bound expression of DuckDB in the dialect of ClickHouse. `columns` are the names of the columns below it.
 * Throws NotPortable for an expression whose values might differ there.
 */
export function writeExpression(expression: JsonObject, columns: readonly string[]): string {
  const write = (part: JsonObject) => writeExpression(part, columns)
  switch (expression.expression_class) {
    case 'BOUND_REF':
      return columnAt(expression.index, columns)
    case 'BOUND_CONSTANT':
      return writeConstant(expression)
    case 'BOUND_CAST':
      return writeCast(expression, write)
    case 'BOUND_COMPARISON':
      return writeComparison(String(expression.type), {
        left: write(planObject(expression.left)),
        right: write(planObject(expression.right)),
      })
    case 'BOUND_CONJUNCTION': {
      const name = expression.type === 'CONJUNCTION_AND' ? 'and' : 'or'
      return `${name}(${planObjects(expression.children).map(write).join(', ')})`
    }
    case 'BOUND_OPERATOR':
      return writeOperator(String(expression.type), planObjects(expression.children).map(write))
    case 'BOUND_CASE':
      return writeCase(expression, write)
    case 'BOUND_FUNCTION':
      return writeCall(expression, write)
    default:
      throw new NotPortable('one of its expressions')
  }
}

/** A comparison of two written expressions. */
export function writeComparison(kind: string, { left, right }: { left: string; right: string }): string {
  const name = Object.hasOwn(COMPARISONS, kind) ? COMPARISONS[kind] : undefined
  if (name !== undefined) return `${name}(${left}, ${right})`
  const isSame = `multiIf(isNull(${left}) AND isNull(${right}), true, isNull(${left}) OR isNull(${right}), false, equals(${left}, ${right}))`
  if (kind === 'COMPARE_NOT_DISTINCT_FROM') return isSame
  if (kind === 'COMPARE_DISTINCT_FROM') return `not(${isSame})`
  throw new NotPortable('one of its comparisons')
}

function columnAt(index: JsonValue | undefined, columns: readonly string[]): string {
  const column = typeof index === 'number' ? columns[index] : undefined
  if (column === undefined) throw new NotPortable('one of its columns')
  return column
}

function writeConstant(expression: JsonObject): string {
  const type = typeOfExpression(expression)
  const { is_null: isNull, value } = planObject(expression.value)
  if (isNull === true) return converted('NULL', type)
  if (type.id === 'DECIMAL') return converted(textLiteral(decimalText(value, type.scale)), type)
  if (type.id === 'VARCHAR' && typeof value === 'string') return textLiteral(value)
  if (type.id === 'BOOLEAN' && typeof value === 'boolean') return String(value)
  // Integers beyond a double come as text of digits.
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
  if (!isNumber) throw new NotPortable(`a constant of the type ${type.id}`)
  return converted(type.id === 'DOUBLE' ? String(Number(value)) : textLiteral(String(value)), type)
}

/** `150` with a scale of 2 is `1.50`. */
function decimalText(value: JsonValue | undefined, scale: number): string {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(String(value)) ?? []
  if (digits === '') throw new NotPortable('a constant with so many digits')
  const padded = digits.padStart(scale + 1, '0')
  const whole = padded.slice(0, padded.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${padded.slice(-scale)}`
}

function writeOperator(kind: string, [first = '', ...others]: readonly string[]): string {
  switch (kind) {
    case 'OPERATOR_NOT':
      return `not(${first})`
    case 'OPERATOR_IS_NULL':
      return `isNull(${first})`
    case 'OPERATOR_IS_NOT_NULL':
      return `isNotNull(${first})`
    case 'OPERATOR_COALESCE':
      return `coalesce(${[first, ...others].join(', ')})`
    case 'COMPARE_IN':
      return anyOf(first, others)
    case 'COMPARE_NOT_IN':
      return `not(${anyOf(first, others)})`
    default:
      throw new NotPortable('one of its operators')
  }
}

/** IN of ClickHouse is false where SQL says NULL. */
function anyOf(value: string, candidates: readonly string[]): string {
  const equal = candidates.map((candidate) => `equals(${value}, ${candidate})`)
  return equal.length === 1 ? String(equal[0]) : `or(${equal.join(', ')})`
}

function writeCase(expression: JsonObject, write: (part: JsonObject) => string): string {
  const checks = planObjects(expression.case_checks)
  const otherwise = write(planObject(expression.else_expr))
  const [first] = checks
  const failing = planObject(first?.then_expr)
  if (first && failing.name === 'error') {
    // DuckDB fails a statement like this whose scalar subquery has several rows.
    const message = textLiteral('A scalar subquery has more than one row')
    const fails = `throwIf(ifNull(${write(planObject(first.when_expr))}, false), ${message})`
    return `if(${fails} = 1, NULL, ${otherwise})`
  }
  const branches = checks.map(
    (check) => `WHEN ${write(planObject(check.when_expr))} THEN ${write(planObject(check.then_expr))}`,
  )
  return converted(`CASE ${branches.join(' ')} ELSE ${otherwise} END`, typeOfExpression(expression))
}

function writeCall(expression: JsonObject, write: (part: JsonObject) => string): string {
  const children = planObjects(expression.children)
  return writeFunction(String(expression.name), {
    result: typeOfExpression(expression),
    // The cluster takes an interval apart into its unit and count.
    args: children.map((child) => ({
      type: typeOfExpression(child),
      constant: constantOf(child),
      get sql() {
        return write(child)
      },
      interval: typeOfExpression(child).id === 'INTERVAL' ? intervalOf(child) : null,
    })),
  })
}

/** `to_days(3)` as a unit and a count. */
function intervalOf({
  name,
  children,
}: JsonObject): { readonly unit: string; readonly count: number } | null {
  const [only] = planObjects(children)
  const count = only && constantOf(only)
  const unit = /^to_(year|month|day|week|hour|minute)s$/.exec(String(name))?.[1]
  return unit !== undefined && typeof count === 'number' ? { unit, count } : null
}
