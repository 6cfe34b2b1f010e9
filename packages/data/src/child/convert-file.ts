import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type ReadingNote, type ReadingSettings, SPELLED_SETTINGS, UNFITTING_SETTINGS } from '@parley/domain'
import { distinctNames } from '../result/row-keeper.ts'
import type { ConvertedTable, ConvertInput, ConvertResult } from '../sandbox/tasks.ts'
import { unpackOriginal } from './archives/unpack-original.ts'
import { type UploadPart, unpackUpload } from './archives/unpack-upload.ts'
import { columnPlan } from './column-plan.ts'
import { readerOfDelimited } from './delimited-text.ts'
import { describeTable } from './describe-table.ts'
import { valueNotes } from './doubt-values.ts'
import { keepDigits } from './exact-numbers.ts'
import { explainFileError } from './explain-file-error.ts'
import { totalNotes } from './find-totals.ts'
import { fitColumns } from './fit-columns.ts'
import { readersOfJson } from './json-text.ts'
import { openDuckDb, quoteName, quoteText } from './open-duckdb.ts'
import { reportReading } from './report-reading.ts'
import { storeParquet } from './store-parquet.ts'
import type { TableReader } from './table-reader.ts'
import { settingsOf } from './table-settings.ts'
import type { TaskAnswer } from './task-answer.ts'
import { TaskError } from './task-error.ts'
import { threadsFor } from './threads-for.ts'
import { readersOfWorkbook } from './xlsx/readers-of-workbook.ts'

/**
 * Converts an uploaded file to Parquet in `outputFolder` and describes its tables. Throws a TaskError with
 * the row or offset, where the reader has it, for a file that is invalid for its format.
 */
export async function convertFile(sent: ConvertInput): Promise<TaskAnswer<ConvertResult>> {
  const input = sent.isPacked ? { ...sent, inputFile: await unpackOriginal(sent.inputFile) } : sent
  const connection = await openDuckDb({
    folders: [dirname(input.inputFile), input.outputFolder],
    threads: threadsFor([input.inputFile]),
  })
  try {
    return { result: { tables: await convertParts(connection, input) } }
  } finally {
    connection.closeSync()
  }
}

async function convertParts(connection: DuckDBConnection, input: ConvertInput): Promise<ConvertedTable[]> {
  const readers: { readonly part: UploadPart; readonly reader: TableReader }[] = []
  for (const part of await refused(unpackUpload(input))) {
    const found = await explained(part, () => readersOf(connection, { ...input, ...part }))
    for (const [index, reader] of found.entries())
      readers.push({ part, reader: index === 0 ? withNotes(reader, part.notes) : reader })
  }
  const names = distinctNames(readers.map(({ reader }) => reader.name))
  const tables: ConvertedTable[] = []
  for (const [index, { part, reader }] of readers.entries()) {
    const name = names[index] ?? reader.name
    const chosen = settingsOf(input, name)
    refuseUnfitting(part, chosen)
    const conversion = {
      reader: { ...reader, name },
      file: `table-${index + 1}.parquet`,
      folder: input.outputFolder,
      chosen,
    }
    tables.push(await explained(part, () => convertTable(connection, conversion)))
  }
  return tables
}

/** An archive takes all settings; each of its files takes those of its format. */
function refuseUnfitting({ entry, format }: UploadPart, chosen: ReadingSettings): void {
  const wrong = UNFITTING_SETTINGS[format].find((name) => chosen[name] !== undefined)
  if (wrong === undefined || entry === undefined) return
  const message = `settings: ${SPELLED_SETTINGS[wrong]} does not apply to ${entry}, a file of the format ${format}.`
  throw new TaskError('invalid', message, { isReusable: true })
}

function withNotes(reader: TableReader, notes: readonly ReadingNote[]): TableReader {
  return notes.length === 0 ? reader : { ...reader, notes: [...notes, ...(reader.notes ?? [])] }
}

/** Runs a step of the conversion; its errors name the file of an archive that they are about. */
async function explained<Result>(
  { format, entry }: UploadPart,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (cause) {
    const error = cause instanceof TaskError ? refusalOf(cause) : explainFileError(cause, format)
    if (entry === undefined) throw error
    const { isReusable } = error
    throw new TaskError(error.reason, `${entry}: ${error.message}`, { isReusable, cause: error })
  }
}

async function refused<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((cause) => {
    throw cause instanceof TaskError ? refusalOf(cause) : cause
  })
}

/** A file that the readers of this package find invalid leaves the engine and the child as they were. */
function refusalOf(error: TaskError): TaskError {
  const { reason, message, cause } = error
  return reason === 'invalid' ? new TaskError(reason, message, { isReusable: true, cause }) : error
}

type Conversion = {
  readonly reader: TableReader
  readonly file: string
  readonly folder: string
  /** What the owner chose for the table. */
  readonly chosen: ReadingSettings
}

async function convertTable(
  connection: DuckDBConnection,
  { reader, file, folder, chosen }: Conversion,
): Promise<ConvertedTable> {
  const target = join(folder, file)
  try {
    const table = await keepDigits(connection, reader)
    const { separator, columnNotes, samples, likely } = reader
    const planned = await columnPlan(connection, {
      ...table,
      ...(separator !== undefined && { separator }),
      ...(columnNotes && { notes: columnNotes }),
      ...(samples && { samples }),
      settings: { ...likely, ...chosen },
    })
    const columns = await fitColumns(connection, { from: table.from, columns: planned, chosen })
    const selection = columns.map((column) => `${column.expression} AS ${quoteName(column.name)}`)
    const select = `SELECT ${selection} FROM ${table.from}`
    await storeParquet(connection, { select, file: target, version: 2 })
    const described = await describeTable(connection, { file: target, columns })
    const stored = { ...described, file: target }
    const totals = await totalNotes(connection, stored)
    const doubts = await valueNotes(connection, stored)
    const reading = reportReading({ reader, columns, chosen, totals, doubts })
    return { ...described, name: reader.name, file, reading }
  } catch (error) {
    const widened = await reader.widened?.(error)
    if (!widened) throw error
    return convertTable(connection, { reader: widened, file, folder, chosen })
  }
}

/** The readers of the tables of one file. */
async function readersOf(
  connection: DuckDBConnection,
  input: Omit<ConvertInput, 'format'> & Pick<UploadPart, 'format'>,
): Promise<TableReader[]> {
  switch (input.format) {
    case 'csv':
    case 'tsv':
      return [await readerOfDelimited(connection, input)]
    case 'json':
    case 'geojson':
    case 'ndjson':
      return readersOfJson(connection, input)
    case 'parquet':
      return [{ name: input.tableName, from: await readerOfParquet(input.inputFile) }]
    case 'xlsx':
      return readersOfWorkbook(input)
  }
}

const PARQUET_MARK = 'PAR1'

/**
 * Checks the mark at both ends, which distinguishes a file of another kind, a truncated file and a damaged
 * file. DuckDB checks the rest.
 */
async function readerOfParquet(path: string): Promise<string> {
  await using file = await open(path)
  const { size } = await file.stat()
  const marks = await Promise.all(
    [0, Math.max(0, size - 4)].map(async (position) => {
      const { buffer } = await file.read(Buffer.alloc(4), 0, 4, position)
      return buffer.toString('latin1')
    }),
  )
  if (marks.includes('PARE')) throw new TaskError('invalid', 'The Parquet file is encrypted.')
  if (marks[0] !== PARQUET_MARK) throw new TaskError('invalid', 'This is not a Parquet file.')
  if (marks[1] !== PARQUET_MARK) throw new TaskError('invalid', 'The Parquet file is cut off before its end.')
  return `read_parquet(${quoteText(path)})`
}
