import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { qualifiedName } from '../names/qualified-name.ts'
import { quotedName } from '../names/quoted-name.ts'

/**
 * Runs a SELECT over one data source; null where the engine refuses it. Throws where it was not carried out, as on a busy
 * machine: then nothing is known of the values.
 */
export type ReadRows = (sql: string) => Promise<readonly JsonObject[] | null>

/** The different texts of one column. */
export type ColumnValues = {
  /** As SQL names it: `source.table.column`. */
  readonly column: string
  readonly values: readonly string[]
}

/** Different texts of a column that are read, and characters of one. Longer texts are no names of things. */
export const MOST_VALUES = 10_000
const MOST_CHARACTERS = 80
/** Columns of one data source. */
const MOST_COLUMNS = 2000
const TEXT_TYPE = /char|text|string|clob|^enum\b/i

/** Reads the different texts of the text columns of a data source that may be searched, one column after the other. */
export async function* collectValues(
  source: QueryableSource,
  read: ReadRows,
): AsyncGenerator<ColumnValues, void, void> {
  let left = MOST_COLUMNS
  for (const table of source.tables) {
    const from = qualifiedName(source, table)
    for (const { name, type, isSearched = true } of table.columns) {
      if (!isSearched || !TEXT_TYPE.test(type) || left-- <= 0) continue
      const column = quotedName(name, 'duckdb')
      const rows = await read(
        `SELECT DISTINCT ${column} AS value FROM ${from} WHERE length(${column}) BETWEEN 1 AND ${MOST_CHARACTERS} LIMIT ${MOST_VALUES}`,
      )
      const values = (rows ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
      if (values.length > 0) yield { column: `${from}.${name}`, values }
      await nextTurn()
    }
  }
}
