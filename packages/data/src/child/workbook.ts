import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import readWorkbook from 'read-excel-file/node'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { distinctNames } from '../sql/row-keeper.ts'
import { sqlIdentifier } from '../sql-identifier.ts'
import { quoteText } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'

const ZIP_MARK = 'PK\u0003\u0004'
/** Of the container of old Office files and of encrypted new ones. */
const COMPOUND_MARK = '\u00d0\u00cf\u0011\u00e0'
const MAX_SHEETS = 50

/** The sheets of an XLSX workbook, each as a table with its first row for a header. Sheets without rows are left out. */
export async function readersOfWorkbook({ inputFile, tableName }: ConvertInput): Promise<TableReader[]> {
  await refuseOtherFiles(inputFile)
  const sheets = (await readSheets(inputFile)).filter(
    ({ data }) => data.filter((row) => row.some(isFilled)).length > 1,
  )
  if (sheets.length === 0)
    throw new TaskError('invalid', 'The workbook has no sheet with a header and rows below it.')
  if (sheets.length > MAX_SHEETS) {
    throw new TaskError(
      'invalid',
      `The workbook has ${sheets.length} sheets; at most ${MAX_SHEETS} are read.`,
    )
  }
  const names = distinctNames(
    sheets.map(({ sheet }) => (sheets.length === 1 ? tableName : sqlIdentifier(sheet))),
  )
  const readers: TableReader[] = []
  for (const [index, { data }] of sheets.entries()) {
    const path = join(dirname(inputFile), `sheet-${index + 1}.ndjson`)
    await pipeline(recordsOf(data), createWriteStream(path))
    const from = `read_json(${quoteText(path)}, format = 'newline_delimited', sample_size = -1, map_inference_threshold = -1)`
    readers.push({ name: names[index] ?? `sheet_${index + 1}`, from })
  }
  return readers
}

type Cell = string | number | boolean | Date | null
type Sheet = { readonly sheet: string; readonly data: readonly (readonly Cell[])[] }

async function refuseOtherFiles(path: string): Promise<void> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const mark = buffer.toString('latin1')
  if (mark === COMPOUND_MARK) {
    const message =
      'The workbook is protected by a password, or of the older format XLS; save it as XLSX without one.'
    throw new TaskError('invalid', message)
  }
  if (mark !== ZIP_MARK) throw new TaskError('invalid', 'This is not an XLSX workbook.')
}

async function readSheets(path: string): Promise<Sheet[]> {
  try {
    // The library's types call a date cell `typeof Date`, the constructor.
    return (await readWorkbook(path)) as unknown as Sheet[]
  } catch (error) {
    throw new TaskError('invalid', 'The XLSX workbook is damaged and cannot be read.', { cause: error })
  }
}

function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== ''
}

/** Rows as JSON lines under the names in the first filled row; empty rows and columns without a header or value fall away. */
function* recordsOf(data: Sheet['data']): Generator<string, void> {
  const start = data.findIndex((row) => row.some(isFilled))
  const rows = data.slice(start + 1).filter((row) => row.some(isFilled))
  const width = data.reduce((widest, row) => Math.max(widest, row.length), 0)
  const header = data[start] ?? []
  const used = Array.from({ length: width }, (_, index) => index).filter(
    (index) => isFilled(header[index] ?? null) || rows.some((row) => isFilled(row[index] ?? null)),
  )
  const names = distinctNames(used.map((index) => cellText(header[index] ?? null) || `column_${index + 1}`))
  const isDay = used.map((index) => rows.every((row) => isMidnight(row[index] ?? null)))
  for (const row of rows) {
    const cells = used.map((index, place) => [
      names[place],
      cellValue(row[index] ?? null, isDay[place] === true),
    ])
    yield `${JSON.stringify(Object.fromEntries(cells))}\n`
  }
}

function isMidnight(cell: Cell): boolean {
  return !(cell instanceof Date) || cell.getTime() % 86_400_000 === 0
}

function cellValue(cell: Cell, isDay: boolean): Cell {
  if (!(cell instanceof Date)) return cell === '' ? null : cell
  const iso = cell.toISOString()
  return isDay ? iso.slice(0, 10) : iso.slice(0, 19)
}

function cellText(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
}
