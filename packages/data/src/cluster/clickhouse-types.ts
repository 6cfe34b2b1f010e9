import { NotPortable, type PlanType } from './plan-node.ts'

/** Types with the same values in DuckDB, in Parquet and in ClickHouse. */
const TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'Bool',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  BIGINT: 'Int64',
  HUGEINT: 'Int128',
  UTINYINT: 'UInt8',
  USMALLINT: 'UInt16',
  UINTEGER: 'UInt32',
  UBIGINT: 'UInt64',
  DOUBLE: 'Float64',
  VARCHAR: 'String',
  DATE: 'Date32',
  TIMESTAMP: "DateTime64(6, 'UTC')",
  NULL: 'Int32',
}

/** The most decimal digits of each integer type. */
const INTEGER_DIGITS: Readonly<Record<string, number>> = {
  TINYINT: 3,
  SMALLINT: 5,
  INTEGER: 10,
  BIGINT: 19,
  HUGEINT: 39,
  UTINYINT: 3,
  USMALLINT: 5,
  UINTEGER: 10,
  UBIGINT: 20,
}

/** The most decimal digits of an integer type; null for another type. */
export function integerDigits({ id }: PlanType): number | null {
  return Object.hasOwn(INTEGER_DIGITS, id) ? (INTEGER_DIGITS[id] ?? null) : null
}

/** The type of ClickHouse with room for NULL. Throws NotPortable for a type that differs there. */
export function nullableType({ id, width, scale }: PlanType): string {
  if (id === 'DECIMAL') return `Nullable(Decimal(${width}, ${scale}))`
  const name = Object.hasOwn(TYPES, id) ? TYPES[id] : undefined
  if (name === undefined) throw new NotPortable(`values of the type ${id}`)
  return `Nullable(${name})`
}

/** Reads a type of the catalog, such as `DECIMAL(18,2)`; null for one that differs on the cluster. */
export function portableType(text: string): PlanType | null {
  const [, width, scale] = /^DECIMAL\((\d{1,2}), ?(\d{1,2})\)$/.exec(text) ?? []
  if (width !== undefined) return { id: 'DECIMAL', width: Number(width), scale: Number(scale) }
  return Object.hasOwn(TYPES, text) && text !== 'NULL' ? { id: text, width: 0, scale: 0 } : null
}

/** An expression converted to a type. The conversion must not fail and not lose digits. */
export function converted(sql: string, type: PlanType): string {
  return `CAST(${sql}, ${textLiteral(nullableType(type))})`
}

/** An expression converted to a narrower type; a value that does not fit fails the statement. */
export function narrowed(sql: string, type: PlanType): string {
  return `accurateCast(${sql}, ${textLiteral(nullableType(type))})`
}

/** A text as a literal of ClickHouse. */
export function textLiteral(text: string): string {
  // A text cannot end here early: the two characters with a meaning are escaped.
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A name as an identifier of ClickHouse. */
export function quotedIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
