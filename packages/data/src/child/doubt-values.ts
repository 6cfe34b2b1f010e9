import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadingNote } from '@parley/domain'
import { isNumberType } from './chart/column-types.ts'
import type { StoredTable } from './find-totals.ts'
import { quoteName, quoteText } from './open-duckdb.ts'

/** Numbers with which files say that a value is unknown: nines, also with decimals. */
const FILLER = /^(?:-9{2,6}(?:\.9{1,2}|\.0+|\.25)?|9{3,6}(?:\.0+)?)$/
/** A filler is at least this many times as far from zero as every other value. */
const DISTANCE = 3
const DAY_NAMES = /date|datum|(?:^|_)(?:day|tag|dt|fecha|jour|data)(?:_|$)|日/i

type Column = StoredTable['columns'][number]

/**
 * Says which columns hold values that comparisons, sums and differences would take wrongly: numbers that mean unknown, days
 * such as 20200131, and texts that begin or end with blanks.
 */
export async function valueNotes(
  connection: DuckDBConnection,
  { file, columns }: StoredTable,
): Promise<ReadingNote[]> {
  const notes: ReadingNote[] = []
  for (const column of columns) {
    const text =
      (await fillerNote(connection, { file, column })) ?? (await dayNote(connection, { file, column }))
    if (text !== null) notes.push({ kind: 'numbers', column: column.name, text })
  }
  return [...notes, ...(await blankNotes(connection, { file, columns }))]
}

const JUDGED_ROWS = 50_000

async function blankNotes(
  connection: DuckDBConnection,
  { file, columns }: Pick<StoredTable, 'file' | 'columns'>,
): Promise<ReadingNote[]> {
  const texts = columns.filter(({ type }) => type === 'VARCHAR')
  if (texts.length === 0) return []
  const examples = texts.map(({ name }) => {
    const value = quoteName(name)
    const isMeant = `length(${value}) <= ${SHOWN_CHARACTERS} AND ${value} <> trim(${value}, ' \u00a0') AND trim(${value}) <> ''`
    return `any_value(CASE WHEN ${isMeant} THEN ${value} END)`
  })
  const from = `(SELECT * FROM read_parquet(${quoteText(file)}) LIMIT ${JUDGED_ROWS})`
  const [row = []] = (await connection.runAndReadAll(`SELECT ${examples} FROM ${from}`)).getRowsJson()
  return texts.flatMap(({ name }, index): ReadingNote[] => {
    const example = row[index]
    if (typeof example !== 'string') return []
    const text = `Values such as “${example}” begin or end with blanks, which are kept: = finds them only with the blanks.`
    return [{ kind: 'kept_as_text', column: name, text }]
  })
}

/** Longer texts are sentences, which are not compared as a whole. */
const SHOWN_CHARACTERS = 60

type ColumnOfFile = { readonly file: string; readonly column: Column }

/** The samples of a column of numbers are its smallest and its largest value, so that most columns are not read again. */
async function fillerNote(
  connection: DuckDBConnection,
  { file, column: { name, type, samples } }: ColumnOfFile,
): Promise<string | null> {
  if (!isNumberType(type)) return null
  const fillers = [samples[0], samples.at(-1)].filter((value) => value !== undefined && FILLER.test(value))
  for (const filler of new Set(fillers)) {
    const value = quoteName(name)
    const read = await connection.runAndReadAll(
      `SELECT count(*) FILTER (${value} = ${filler}), CAST(min(${value}) FILTER (${value} <> ${filler}) AS DOUBLE),
              CAST(max(abs(${value})) FILTER (${value} <> ${filler}) AS DOUBLE)
       FROM read_parquet(${quoteText(file)})`,
    )
    const [count, smallest, largest] = read.getRowsJson()[0] ?? []
    if (!isFar(Number(filler), { smallest, largest })) continue
    const rows = Number(count) === 1 ? '1 row' : `${count} rows`
    return `${filler} stands in ${rows}, far from all other values: it may mean that there is no value.`
  }
  return null
}

/** Whether a filler is far from the smallest and from the absolutely largest of the other values. */
function isFar(filler: number, { smallest, largest }: { smallest: unknown; largest: unknown }): boolean {
  if (typeof smallest !== 'number' || typeof largest !== 'number' || smallest === largest) return false
  if (Math.abs(filler) < largest * DISTANCE) return false
  return filler > 0 || smallest >= 0 || filler <= -999
}

async function dayNote(connection: DuckDBConnection, { file, column }: ColumnOfFile): Promise<string | null> {
  const { name, type, samples } = column
  const [first = ''] = samples
  if (type !== 'BIGINT' || first === '' || !DAY_NAMES.test(name)) return null
  if (samples.every((value) => isSerialDay(Number(value)))) return serialNote(name, first)
  if (!samples.every((value) => /^(?:19|20)\d{6}$/.test(value))) return null
  const day = `try_strptime(CAST(${quoteName(name)} AS VARCHAR), '%Y%m%d')`
  const read = await connection.runAndReadAll(
    `SELECT count(*) FROM read_parquet(${quoteText(file)}) WHERE ${quoteName(name)} IS NOT NULL AND ${day} IS NULL`,
  )
  if (Number(read.getRowsJson()[0]?.[0]) > 0) return null
  return `Days written as whole numbers, such as ${first}: a difference of two is no number of days.`
}

/** The numbers by which spreadsheets count the days of 1970 to 2069. */
const SERIAL_DAYS = { first: 25_569, last: 62_092 }

function isSerialDay(value: number): boolean {
  return value >= SERIAL_DAYS.first && value <= SERIAL_DAYS.last
}

function serialNote(name: string, value: string): string {
  const day = new Date((Number(value) - SERIAL_DAYS.first) * 86_400_000).toISOString().slice(0, 10)
  return `Whole numbers such as ${value} may be days as spreadsheets count them: DATE '1899-12-30' + CAST(${quoteName(name)} AS INTEGER) gives ${day}.`
}
