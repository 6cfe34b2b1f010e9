/** The types that an owner can choose for a column of a file. */
export const COLUMN_TYPES = ['text', 'integer', 'number', 'date', 'timestamp', 'boolean'] as const
export type ChosenType = (typeof COLUMN_TYPES)[number]

const ENGINE_TYPES = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
} as const satisfies Record<ChosenType, string>

/**
 * Returns a DuckDB expression with the values of `expression` as a type. A value that does not fit is NULL. A number with
 * decimals does not fit an integer: the engine alone would round it.
 */
export function fitToType(expression: string, type: ChosenType): string {
  const text = `CAST(${expression} AS VARCHAR)`
  if (type === 'text') return text
  const fitted = `TRY_CAST(${text} AS ${ENGINE_TYPES[type]})`
  if (type !== 'integer') return fitted
  return `CASE WHEN TRY_CAST(${text} AS DOUBLE) % 1 = 0 THEN ${fitted} END`
}
