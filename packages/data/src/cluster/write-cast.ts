import type { JsonObject } from '@parley/domain'
import { converted, integerDigits, narrowed, textLiteral } from './clickhouse-types.ts'
import { constantOf, NotPortable, type PlanType, planObject, typeOfExpression } from './plan-node.ts'

/** Dates of ClickHouse. */
const DATE = /^(19\d\d|2[012]\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/

/** Writes a conversion between types. Throws NotPortable for one that differs between the engines. */
export function writeCast(cast: JsonObject, write: (part: JsonObject) => string): string {
  const child = planObject(cast.child)
  const from = typeOfExpression(child)
  const to = typeOfExpression(cast)
  if (cast.try_cast === true) throw new NotPortable('TRY_CAST')
  const constant = constantOf(child)
  if (constant === null || from.id === 'NULL') return converted('NULL', to)
  const written = from.id === 'VARCHAR' ? fromText(constant, to) : null
  if (written !== null) return written
  const sql = write(child)
  if (from.id === to.id && from.id !== 'DECIMAL') return sql
  const isNumber = to.id === 'DECIMAL' && typeof constant === 'number'
  const known = isNumber ? converted(sql, to) : between(sql, { from, to })
  if (known === null) throw new NotPortable(`a conversion of ${from.id} to ${to.id}`)
  return known
}

/** A constant text as a date, a time or a truth value; null for any other conversion. */
function fromText(constant: unknown, to: PlanType): string | null {
  if (typeof constant !== 'string') return null
  if (to.id === 'BOOLEAN' && /^(t|true)$/.test(constant)) return 'true'
  if (to.id === 'BOOLEAN' && /^(f|false)$/.test(constant)) return 'false'
  if (to.id === 'DATE' && DATE.test(constant)) return `toDate32(${textLiteral(constant)})`
  if (to.id !== 'TIMESTAMP') return null
  const [date = '', time = '00:00:00'] = constant.split(/[ T]/)
  if (!DATE.test(date) || !TIME.test(time)) return null
  return `toDateTime64(${textLiteral(`${date} ${time}`)}, 6, 'UTC')`
}

type Pair = { readonly from: PlanType; readonly to: PlanType }

/** Null for a conversion that differs. */
function between(sql: string, pair: Pair): string | null {
  const { from, to } = pair
  const digits = integerDigits(from)
  if (to.id === 'VARCHAR') return toText(sql, pair)
  if (to.id === 'DECIMAL') return toDecimal(sql, pair)
  if (to.id === 'DOUBLE') return digits !== null || from.id === 'DECIMAL' ? `toFloat64(${sql})` : null
  if (to.id === 'TIMESTAMP' && from.id === 'DATE') return `toDateTime64(${sql}, 6, 'UTC')`
  if (to.id === 'DATE' && from.id === 'TIMESTAMP') return `toDate32(${sql})`
  if (integerDigits(to) === null) return null
  if (from.id === 'BOOLEAN') return converted(sql, to)
  if (digits !== null) return narrowed(sql, to)
  // DuckDB rounds a half of a double to the even number, and a half of a decimal away from zero.
  if (from.id === 'DOUBLE') return narrowed(`roundBankers(${sql})`, to)
  return from.id === 'DECIMAL' ? narrowed(`toInt128(round(${sql}))`, to) : null
}

function toText(sql: string, { from }: Pair): string | null {
  if (from.id === 'BOOLEAN') return `multiIf(isNull(${sql}), NULL, ${sql}, 'true', 'false')`
  return integerDigits(from) !== null || from.id === 'DATE' ? `toString(${sql})` : null
}

/** Null where a value might not fit. */
function toDecimal(sql: string, { from, to }: Pair): string | null {
  const whole = from.id === 'DECIMAL' ? from.width - from.scale : integerDigits(from)
  return whole !== null && whole <= to.width - to.scale && from.scale <= to.scale ? converted(sql, to) : null
}
