import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import readWorkbook from 'read-excel-file/node'
import { sqlIdentifier } from '../names/sql-identifier.ts'
import { distinctNames } from '../result/row-keeper.ts'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { quoteText } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'

const ZIP_MARK = 'PK\u0003\u0004'
/** The first bytes of old Office files and of encrypted new ones. */
const COMPOUND_MARK = '\u00d0\u00cf\u0011\u00e0'
const MAX_SHEETS = 50

/**
 * Returns a reader for each sheet of an XLSX workbook; its first row is the header. Sheets without rows are left out.
 */
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
    // The library types a date cell as `typeof Date`, the constructor.
    return (await readWorkbook(path)) as unknown as Sheet[]
  } catch (error) {
    throw new TaskError('invalid', 'The XLSX workbook is damaged and cannot be read.', { cause: error })
  }
}

function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== ''
}

/**
 * Rows as JSON lines, named by the first filled row. Leaves out empty rows, and columns without a header and a value.
 */
function* recordsOf(data: Sheet['data']): Generator<string, void> {
  const start = data.findIndex((row) => row.some(isFilled))
  const rows = data.slice(start + 1).filter((row) => row.some(isFilled))
  const width = data.reduce((widest, row) => Math.max(widest, row.length), 0)
  const header = data[start] ?? []
  const used = Array.from({ length: width }, (_, index) => index).filter(
    (index) => isFilled(header[index] ?? null) || rows.some((row) => isFilled(row[index] ?? null)),
  )
  const names = distinctNames(used.map((index) => cellText(header[index] ?? null) || `column_${index + 1}`))
  const forms = used.map((index) => formOfDates(rows.map((row) => row[index] ?? null)))
  for (const row of rows) {
    const cells = used.map((index, place) => {
      const value = cellValue(row[index] ?? null, forms[place] ?? 'timestamp')
      return `${JSON.stringify(names[place])}:${JSON.stringify(value)}`
    })
    // Not by JSON.stringify, because an object moves keys that are whole numbers to its front.
    yield `{${cells}}\n`
  }
}

const DAY_MS = 86_400_000
/** A time of day without a date is stored as a part of day 0, which the library takes for 30 December 1899. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
/** Times are stored as fractions of a day, which miss a whole second by less than this. */
const SECOND_ERROR_MS = 5

type DateForm = 'date' | 'time' | 'timestamp'

/** Decides the type of the dates in a column from all of them. */
function formOfDates(cells: readonly Cell[]): DateForm {
  const times = cells.filter((cell) => cell instanceof Date).map(msOf)
  if (times.every((time) => time % DAY_MS === 0)) return 'date'
  return times.every((time) => Math.floor(time / DAY_MS) * DAY_MS === DAY_ZERO_MS) ? 'time' : 'timestamp'
}

function msOf(date: Date): number {
  const ms = date.getTime()
  const second = Math.round(ms / 1000) * 1000
  return Math.abs(ms - second) <= SECOND_ERROR_MS ? second : ms
}

function cellValue(cell: Cell, form: DateForm): Cell {
  if (!(cell instanceof Date)) return cell === '' ? null : cell
  if (Number.isNaN(cell.getTime())) return null
  const iso = new Date(msOf(cell)).toISOString().replace(/(\.000)?Z$/, '')
  if (form === 'timestamp') return iso
  return form === 'date' ? iso.slice(0, 10) : iso.slice(11)
}

function cellText(cell: Cell): string {
  if (!(cell instanceof Date)) return String(cell ?? '').trim()
  return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
}
