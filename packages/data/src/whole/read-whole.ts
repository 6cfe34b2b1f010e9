import { readFile, stat } from 'node:fs/promises'
import type { ResultColumn, WholeResult, WholeRows } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { KeptValues } from '../result/kept-values.ts'
import { openExports } from '../sql/open-exports.ts'
import type { StatementContext } from '../sql/run-statement.ts'
import { openParquet, type ParquetContext } from '../sql/write-parquet.ts'
import { writeColumnFile } from './column-file.ts'
import { indexRows } from './index-rows.ts'
import { packRows } from './packed-rows.ts'
import { readFigures } from './read-figures.ts'
import { searchColumnFile } from './search-column-file.ts'
import { FILE_LIMITS, MEMORY_LIMITS } from './search-limits.ts'

/** Rows of a result that is kept, and bytes of its Parquet file. */
const MOST_ROWS = 1_000_000
const MOST_BYTES = 32 * 1024 * 1024

/** Results above the rows that a statement keeps are read once more. */
const readAgain = openExports({ maxRows: MOST_ROWS, timeoutMs: 60_000, atOnce: 2, atOncePerOwner: 1 })

type GivenResult = {
  /** The statement as it ran. */
  readonly sql: string
  readonly columns: readonly ResultColumn[]
  /** Null when it is unknown. */
  readonly rowCount: number | null
  readonly keptRows: number
  /** The JSON text of the kept rows. */
  readonly rowsText: Uint8Array
  /** Null where the engine sent none. */
  readonly values: KeptValues | null
}

/**
 * Reads all rows of a result, with figures over its columns. When all rows were kept, they are packed, and searched in
 * memory. Otherwise the statement runs once more into a Parquet file, which stays on the local disk until it is
 * disposed of. Throws `too_large` above a million rows or 32 MB, `conflict` when the statement now gives another number
 * of rows, and what the statement throws.
 */
export async function readWhole(
  result: GivenResult,
  context: Omit<StatementContext, 'limits' | 'onRows'>,
): Promise<WholeRows> {
  const { sql, columns, rowCount, keptRows, rowsText, values } = result
  if (rowCount !== keptRows) return writeWhole(await readAgain(sql, context), { rowCount, context })
  const given = { columns, rowsText }
  const [file, indexed] = await Promise.all([
    packRows(given),
    indexRows({ ...given, values }, context.signal),
  ])
  return {
    file,
    isPacked: true,
    columns,
    rowCount,
    ...indexed,
    limits: MEMORY_LIMITS,
    dispose: async () => undefined,
  }
}

type Writing = {
  /** The number of rows of the first time; null when it is unknown. */
  readonly rowCount: number | null
  readonly context: ParquetContext
}

async function writeWhole(
  { columns, rows }: WholeResult,
  { rowCount, context }: Writing,
): Promise<WholeRows> {
  const writing = writeColumnFile(columns)
  const written = await openParquet({ columns, rows }, context, writing)
  try {
    const columnFile = await writing.end(written.folder)
    if (rowCount !== null && columnFile.rowCount !== rowCount)
      throw new AppError('conflict', 'The rows changed while they were stored.')
    const { size } = await stat(written.file)
    if (size > MOST_BYTES) throw new AppError('too_large', `The result takes more than ${MOST_BYTES} bytes.`)
    const figures = await readFigures(written, context)
    return {
      file: await readFile(written.file),
      isPacked: false,
      columns: written.columns,
      rowCount: columnFile.rowCount,
      bounds: figures,
      figures: () => figures,
      limits: FILE_LIMITS,
      search: (search, signal) => searchColumnFile(search, { ...written, columnFile, signal }),
      dispose: written.dispose,
    }
  } catch (error) {
    await written.dispose()
    throw error
  }
}
