import { join } from 'node:path'
import type { StoreInput, StoreResult } from '../sandbox/tasks.ts'
import { explainFileError } from './explain-file-error.ts'
import { openDuckDb, quoteName, quoteText } from './open-duckdb.ts'
import { storeParquet } from './store-parquet.ts'
import type { TaskAnswer } from './task-answer.ts'
import { threadsFor } from './threads-for.ts'

/** Writes records with known columns to Parquet, one file a table. Each value is converted exactly or refused. */
export async function storeTables({
  outputFolder,
  tables,
  parquetVersion,
}: StoreInput): Promise<TaskAnswer<StoreResult>> {
  const files = tables.map(({ linesFile }) => linesFile)
  const connection = await openDuckDb({ files, folders: [outputFolder], threads: threadsFor(files) })
  try {
    for (const { linesFile, file, columns } of tables) {
      // Read as text and cast, because the JSON reader converts decimals through doubles.
      const texts = columns.map(({ name }) => `${quoteText(name)}: 'VARCHAR'`)
      const casts = columns.map(({ name, type }) => `${castOf(quoteName(name), type)} AS ${quoteName(name)}`)
      const lines = quoteText(linesFile)
      await storeParquet(connection, {
        select: `SELECT ${casts} FROM read_json(${lines}, format = 'newline_delimited', columns = {${texts}})`,
        file: join(outputFolder, file),
        version: parquetVersion,
      })
    }
    return { result: { tableCount: tables.length } }
  } catch (error) {
    throw explainFileError(error, 'ndjson')
  } finally {
    connection.closeSync()
  }
}

/**
 * Casting text to a decimal of more than 18 digits is about a hundred times slower than to a shorter one. Most values fit
 * the shorter one, and only the others take the slow cast.
 */
function castOf(name: string, type: string): string {
  const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []
  const exact = `CAST(${name} AS ${type})`
  if (digits === undefined || Number(digits) <= 18 || Number(scale) > 18) return exact
  return `coalesce(CAST(TRY_CAST(${name} AS DECIMAL(18,${scale})) AS ${type}), ${exact})`
}
