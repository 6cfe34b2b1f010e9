import { readFile, stat } from 'node:fs/promises'
import type { JsonObject, ResultColumn, WholeRows } from '@parley/domain'
import { AppError } from '@parley/errors'
import { readKeptRows } from '../result/read-kept-rows.ts'
import { openExports } from '../sql/open-exports.ts'
import type { StatementContext } from '../sql/run-statement.ts'
import { openParquet } from '../sql/write-parquet.ts'
import { readFigures } from './read-figures.ts'
import { searchRows } from './search-rows.ts'

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
}

/**
 * Reads all rows of a result into a Parquet file, with figures over its columns. The kept rows are used where they are
 * all; otherwise the statement runs once more. The file stays on the local disk until it is disposed of. Throws `too_large` above a million rows or 32 MB, `conflict` when the
 * statement now gives another number of rows, and what the statement throws.
 */
export async function readWhole(
  result: GivenResult,
  context: Omit<StatementContext, 'limits' | 'onRows'>,
): Promise<WholeRows> {
  const { sql, columns, rowCount, keptRows, rowsText } = result
  const source =
    rowCount === keptRows ? { columns, rows: readKeptRows(rowsText) } : await readAgain(sql, context)
  const counted = { count: 0 }
  const written = await openParquet({ columns: source.columns, rows: count(source.rows, counted) }, context)
  try {
    if (rowCount !== null && counted.count !== rowCount)
      throw new AppError('conflict', 'The rows changed while they were stored.')
    const { size } = await stat(written.file)
    if (size > MOST_BYTES) throw new AppError('too_large', `The result takes more than ${MOST_BYTES} bytes.`)
    const figures = await readFigures(written, context)
    return {
      file: await readFile(written.file),
      columns: written.columns,
      rowCount: counted.count,
      figures,
      search: (search, signal) => searchRows(written, { ...context, signal, search }),
      dispose: written.dispose,
    }
  } catch (error) {
    await written.dispose()
    throw error
  }
}

async function* count(
  batches: AsyncIterable<readonly JsonObject[]>,
  counted: { count: number },
): AsyncGenerator<readonly JsonObject[], void, void> {
  for await (const rows of batches) {
    counted.count += rows.length
    yield rows
  }
}
