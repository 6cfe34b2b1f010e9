import type { JsonObject, JsonValue, ResultColumn } from '@parley/domain'

/** Names of DuckDB, PostgreSQL, MySQL, SQLite, ClickHouse and Trino. DuckDB gives HUGEINT to sums, which are measures. */
const INTEGER_TYPE = /^(U?(TINY|SMALL|MEDIUM|BIG)?INT(EGER|\d+)?|(SMALL|BIG)?SERIAL|YEAR)\b(?!.*\[)/i
const NUMBER_TYPE = /^(U?HUGEINT|U?INT(128|256)|FLOAT|DOUBLE|REAL|DECIMAL|NUMERIC|NUMBER|MONEY)(?!.*\[)/i
const TIME_TYPE = /^(DATE|TIMESTAMP|DATETIME)/i
const DATE_TEXT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/

/** What the values of a column are. */
export type ColumnKind = 'integer' | 'number' | 'time' | 'text'

/** Whether a declared type is numeric; the values may still be strings. */
export function isNumberType(type: string): boolean {
  const plain = plainType(type)
  return INTEGER_TYPE.test(plain) || NUMBER_TYPE.test(plain)
}

/** What a column holds, by its declared type or else by its values; null for a column that the rows do not have. */
export function columnKind(
  name: string,
  { rows, columns }: { rows: readonly JsonObject[]; columns: readonly ResultColumn[] },
): ColumnKind | null {
  const declared = columns.find((column) => column.name === name)?.type
  if (declared !== undefined) {
    const type = plainType(declared)
    if (NUMBER_TYPE.test(type)) return 'number'
    if (INTEGER_TYPE.test(type)) return 'integer'
    return TIME_TYPE.test(type) ? 'time' : 'text'
  }
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined)
  const [value] = values
  if (value === undefined) return null
  if (typeof value === 'number') return values.every(isInteger) ? 'integer' : 'number'
  return typeof value === 'string' && DATE_TEXT.test(value) ? 'time' : 'text'
}

/** A type of ClickHouse without what is around it. */
function plainType(type: string): string {
  return type.replace(/^(?:(?:Nullable|LowCardinality)\()+([^)]*)\)*$/i, '$1')
}

function isInteger(value: JsonValue | undefined): boolean {
  return Number.isInteger(value)
}
