import type { DataSource } from '@parley/contract'

type Settings = NonNullable<DataSource['tables'][number]['reading']>['settings']

/** A type that the owner can choose for a column of a file. */
export type WantedType = NonNullable<Settings['column_types']>[string]

const ENGINE_TYPES: Record<WantedType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
}

// The compiler ensures that every type has an engine type, so the keys are the types.
export const WANTED_TYPES = Object.keys(ENGINE_TYPES) as WantedType[]

export type WantedColumn = { readonly table: string; readonly column: string; readonly type: WantedType }

/** Values that are named before a type changes. */
const SHOWN_MISFITS = 5

/** SQL that counts the values that would not fit, as `total`, and names the most frequent of them, as `value`. */
export function misfitsSql({ table, column, type }: WantedColumn): string {
  const text = `CAST(${column} AS VARCHAR)`
  const isWhole = type === 'integer' ? ` OR TRY_CAST(${text} AS DOUBLE) % 1 <> 0` : ''
  return `SELECT ${text} AS value, sum(count(*)) OVER () AS total FROM ${table}
    WHERE ${column} IS NOT NULL AND (TRY_CAST(${text} AS ${ENGINE_TYPES[type]}) IS NULL${isWhole})
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${SHOWN_MISFITS}`
}
