import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { JsonObject, ResultColumn, WholeResult } from '@parley/domain'
import { AppError } from '@parley/errors'
import { ANY_DECIMAL, duckdbType } from '../result/duckdb-type.ts'
import { UNKNOWN_TYPE } from '../result/held-columns.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'

export type ParquetContext = {
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  readonly ownerId: string
  readonly signal: AbortSignal
}

/** For the file alone; reading the rows has its own limit. */
const STORE_MS = 300_000
const FILE = 'result.parquet'

/**
 * Writes a whole result as a Parquet file and returns its bytes in pieces. Throws what the rows throw, and
 * `invalid_request` for values that Parquet cannot hold. The files are deleted when the reader stops.
 */
export async function* writeParquet(
  result: WholeResult,
  context: ParquetContext,
): AsyncGenerator<Uint8Array, void, void> {
  const written = await openParquet(result, context)
  try {
    yield* createReadStream(written.file)
  } finally {
    await written.dispose()
  }
}

/** Sees the rows of a result while they are written as JSON texts, one a line. */
export type RowObserver = {
  /** `end` is where the row's line ends in the file of lines, in bytes. */
  readonly add: (row: JsonObject, end: number) => void
  /** Awaited after some rows; it may write to the folder. */
  readonly flush: (folder: string) => Promise<void>
}

/** A Parquet file in a folder that `dispose` deletes. */
type WrittenParquet = {
  readonly folder: string
  readonly file: string
  /** The rows as JSON texts, one a line behind an empty one. */
  readonly linesFile: string
  /** With the types of the file. */
  readonly columns: readonly ResultColumn[]
  readonly dispose: () => Promise<void>
}

/**
 * Writes a whole result as a Parquet file. The rows go to a file first, because Parquet begins with whole columns; DuckDB
 * then writes them in a sandbox child. Numbers stay exact. Throws like `writeParquet`, and then leaves no file.
 */
export async function openParquet(
  { columns, rows }: WholeResult,
  { sandbox, folder, ownerId, signal }: ParquetContext,
  observer?: RowObserver,
): Promise<WrittenParquet> {
  const work = join(folder, 'incoming', randomUUID())
  const dispose = () => rm(work, { recursive: true, force: true })
  const outputFolder = join(work, 'output')
  await mkdir(outputFolder, { recursive: true, mode: 0o700 })
  try {
    const linesFile = join(work, 'lines.ndjson')
    const widths = columns
      .filter(({ type }) => isOfAnyWidth(type))
      .map(({ name }) => [name, newWidth()] as const)
    const numbers = new Map(widths)
    const lines = toLines(rows, { numbers, folder: work, ...(observer && { observer }) })
    await pipeline(lines, createWriteStream(linesFile, { mode: 0o600 }), { signal })
    const typed = columns.map((column) => ({ ...column, type: parquetType(column, numbers) }))
    const outcome = await sandbox.run('store', {
      ownerId,
      input: {
        outputFolder,
        tables: [{ linesFile, file: FILE, columns: typed }],
        parquetVersion: 1,
        timeoutMs: STORE_MS,
      },
      signal,
    })
    if (!outcome.ok)
      throw new AppError('invalid_request', NOT_WRITTEN, { cause: outcome.cause ?? outcome.message })
    return { folder: work, file: join(outputFolder, FILE), linesFile, columns: typed, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const NOT_WRITTEN = 'The result could not be written as Parquet. Save it as CSV or as an Excel workbook.'

type Width = {
  digits: number
  scale: number
  /** True when all values are numbers, null when some are not, such as texts of numbers; false without values. */
  isNumeric: boolean | null
}

type Lines = {
  readonly numbers: ReadonlyMap<string, Width>
  readonly observer?: RowObserver
  readonly folder: string
}

/** Begins with a blank line, because an empty file cannot be read as records. */
async function* toLines(
  batches: AsyncIterable<readonly JsonObject[]>,
  { numbers, observer, folder }: Lines,
): AsyncGenerator<string, void, void> {
  yield '\n'
  let end = 1
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      for (const [name, width] of numbers) widen(width, row[name])
      const line = `${JSON.stringify(row)}\n`
      lines += line
      if (!observer) continue
      end += Buffer.byteLength(line)
      observer.add(row, end)
    }
    await observer?.flush(folder)
    yield lines
  }
}

/** Whether the values of a column decide on its type. Looking at those of all columns takes a fifth of the processor time. */
function isOfAnyWidth(type: string): boolean {
  return type === UNKNOWN_TYPE || duckdbType(type) === 'HUGEINT' || duckdbType(type) === ANY_DECIMAL
}

function newWidth(): Width {
  return { digits: 1, scale: 0, isNumeric: false }
}

/** Keeps the most digits before and behind the point; Infinity for what is no plain number. */
function widen(width: Width, value: unknown): void {
  if (value === null || value === undefined) return
  if (width.isNumeric !== null) width.isNumeric = typeof value === 'number' ? true : null
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) width.digits = Number.POSITIVE_INFINITY
  else {
    width.digits = Math.max(width.digits, whole.length)
    width.scale = Math.max(width.scale, fraction.length)
  }
}

/** Digits that a 64-bit integer and a decimal of Parquet hold in any case. */
const MAX_INTEGER_DIGITS = 18
const MAX_DECIMAL_DIGITS = 38
/** DuckDB's type for a column. Parquet has no integers of 128 bits, so wide ones become decimals; JSON stays text. */
function parquetType({ name, type }: ResultColumn, numbers: ReadonlyMap<string, Width>): string {
  const width = numbers.get(name) ?? newWidth()
  // SQLite knows no type of a calculated column.
  const known = type === UNKNOWN_TYPE && width.isNumeric ? ANY_DECIMAL : duckdbType(type)
  if (known === 'JSON') return 'VARCHAR'
  if (known !== 'HUGEINT' && known !== ANY_DECIMAL) return known
  const { digits, scale } = width
  if (digits + scale > MAX_DECIMAL_DIGITS) return type === UNKNOWN_TYPE ? 'DOUBLE' : 'VARCHAR'
  if (known === 'HUGEINT' && digits <= MAX_INTEGER_DIGITS) return 'BIGINT'
  return `DECIMAL(${known === 'HUGEINT' ? MAX_DECIMAL_DIGITS : digits + scale},${scale})`
}
