import type { JsonObject, ResultColumn } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { RowSink } from '../result/query-result.ts'
import { readKeptRows } from '../result/read-kept-rows.ts'
import { runStatement, type StatementContext } from './run-statement.ts'

/** The whole result of a statement. */
type ExportedRows = {
  /** In order. */
  readonly columns: readonly ResultColumn[]
  /** All rows in batches, as the engine gives them. The statement waits for its reader and ends when it stops. */
  readonly rows: AsyncGenerator<readonly JsonObject[], void, void>
}

type ExportLimits = {
  readonly maxRows: number
  /** For the statement and for reading its rows. */
  readonly timeoutMs: number
  /** Results that are sent at once. */
  readonly atOnce: number
  readonly atOncePerOwner: number
}

type ExportContext = Omit<StatementContext, 'limits' | 'onRows'>
type ExportRows = (sql: string, context: ExportContext) => Promise<ExportedRows>
type Batch = { readonly columns: readonly ResultColumn[]; readonly rows: readonly JsonObject[] }

/** Rows and JSON bytes that are sent on together. */
const BATCH = { rows: 5000, bytes: 256 * 1024 }

/**
 * Streams whole results of statements, with the engines of execute_sql. No more than some batches are in memory, however
 * long the result is. Throws `invalid_request` with the sentence that a model would get, and `unavailable` while as many
 * results as allowed are sent. A failure after the first rows is thrown by the rows: `too_large` above `maxRows`.
 */
export function openExports({ maxRows, timeoutMs, ...counts }: ExportLimits): ExportRows {
  const take = createPlaces(counts)
  const limits = { timeoutMs, preview: { rows: 0, bytes: 0 }, kept: BATCH }

  async function send(sql: string, context: ExportContext, write: (batch: Batch) => Promise<void>) {
    let rowCount = 0
    let fault: unknown = null
    const onRows: RowSink = async ({ columns, bytes }) => {
      for await (const rows of readKeptRows(bytes)) {
        rowCount += rows.length
        if (rowCount > maxRows) {
          fault = new AppError('too_large', tooManyRows(maxRows))
          throw fault
        }
        await write({ columns, rows })
      }
    }
    const outcome = await runStatement(sql, { ...context, limits, onRows })
    // The engine knows only that its rows were refused.
    if (!outcome.ok) throw fault ?? new AppError('invalid_request', outcome.message, { cause: outcome.cause })
    const { columns } = outcome.result
    await onRows({ columns, bytes: outcome.bytes })
    if (rowCount === 0) await write({ columns, rows: [] })
  }

  return async (sql, context) => {
    const leave = take(context.ownerId)
    const { readable, writable } = new TransformStream<Batch, Batch>()
    const writer = writable.getWriter()
    // The reader that stops, or never begins, ends the statement too.
    const stop = (reason: unknown) => void writer.abort(reason).catch(() => undefined)
    const onAbort = () => stop(new AppError('invalid_request', 'It was cancelled.'))
    context.signal.addEventListener('abort', onAbort, { once: true })
    void send(sql, context, (batch) => writer.write(batch))
      .then(() => writer.close())
      .catch(stop)
      .finally(() => {
        context.signal.removeEventListener('abort', onAbort)
        leave()
      })
    return readBatches(readable.values())
  }
}

/** Waits for the first batch, which names the columns. Throws the error of a statement that gave none. */
async function readBatches(batches: AsyncIterator<Batch>): Promise<ExportedRows> {
  const first = await batches.next()
  if (first.done) throw new Error('A result has at least one batch')
  const { columns, rows } = first.value
  return { columns, rows: rest(rows, batches) }
}

async function* rest(first: Batch['rows'], batches: AsyncIterator<Batch>): ExportedRows['rows'] {
  try {
    yield first
    for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value.rows
  } finally {
    await batches.return?.()
  }
}

/** Counts the results that are being sent, of each owner and of all. Throws `unavailable` when there are too many. */
function createPlaces({ atOnce, atOncePerOwner }: Pick<ExportLimits, 'atOnce' | 'atOncePerOwner'>) {
  const owners: string[] = []
  return (ownerId: string): (() => void) => {
    const own = owners.filter((owner) => owner === ownerId).length
    if (own >= atOncePerOwner || owners.length >= atOnce) {
      const sentence = 'Other results are being saved; try again when one of them is done.'
      throw new AppError('unavailable', sentence, { retryAfterSeconds: 5 })
    }
    owners.push(ownerId)
    return () => void owners.splice(owners.indexOf(ownerId), 1)
  }
}

function tooManyRows(maxRows: number): string {
  return `The result has more than ${maxRows} rows. Filter or aggregate it, or save it in parts.`
}
