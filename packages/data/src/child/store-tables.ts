import { join } from 'node:path'
import type { StoreInput, StoreResult } from '../sandbox/tasks.ts'
import { explainFileError } from './explain-file-error.ts'
import { openDuckDb, quoteName, quoteText } from './open-duckdb.ts'
import type { TaskAnswer } from './task-answer.ts'

/** Turns records whose columns are known into Parquet files, one a table, each value converted exactly or refused. */
export async function storeTables({ folder, tables }: StoreInput): Promise<TaskAnswer<StoreResult>> {
  const connection = await openDuckDb({ folders: [folder] })
  try {
    for (const { linesFile, file, columns } of tables) {
      // Read as text and cast, because the reader itself would take decimals through doubles.
      const texts = columns.map(({ name }) => `${quoteText(name)}: 'VARCHAR'`)
      const casts = columns.map(({ name, type }) => `${castOf(quoteName(name), type)} AS ${quoteName(name)}`)
      const lines = quoteText(join(folder, linesFile))
      await connection.run(
        `COPY (SELECT ${casts} FROM read_json(${lines}, format = 'newline_delimited', columns = {${texts}}))
         TO ${quoteText(join(folder, file))} (FORMAT parquet, COMPRESSION zstd)`,
      )
    }
    return { result: { tableCount: tables.length } }
  } catch (error) {
    throw explainFileError(error, 'ndjson')
  } finally {
    connection.closeSync()
  }
}

/**
 * Reading text as a decimal of more than 18 digits takes the engine a hundred times as long as one of fewer; most values
 * fit into those, and the others are read the long way.
 */
function castOf(name: string, type: string): string {
  const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []
  const exact = `CAST(${name} AS ${type})`
  if (digits === undefined || Number(digits) <= 18 || Number(scale) > 18) return exact
  return `coalesce(CAST(TRY_CAST(${name} AS DECIMAL(18,${scale})) AS ${type}), ${exact})`
}
