import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadingNote } from '@parley/domain'
import type { ConvertedTable } from '../sandbox/tasks.ts'
import { isNumberType } from './chart/column-types.ts'
import { quoteName, quoteText } from './open-duckdb.ts'

/** A converted table and the Parquet file that holds it. */
export type StoredTable = Pick<ConvertedTable, 'rowCount' | 'columns'> & { readonly file: string }

/**
 * Matches the whole label of a row that adds up or averages others. `WORD` is cheaper and leaves few values to match.
 */
const LABEL =
  '(?:\\p{L}+[ -]){0,3}(?:sub)?totals?:?|(?:grand[ -]|sub)?(?:totals?|totaal|totale|sum|summe|zwischensumme|gesamt|insgesamt|suma|итого|всего|合計|小計|总计|average|mean|avg\\.?|durchschnitt|mittelwert|moyenne|promedio|gemiddelde|среднее|平均):?'
const WORD =
  'total|totaal|sum|gesamt|итог|всего|計|总计|average|mean|avg|schnitt|mittel|moyenne|promedio|gemid|средн|平均'
/** Labels are looked for in this many columns of text, and only in the last row of a longer table. */
const LABEL_COLUMNS = 2
const MAX_ROWS = 1_000_000
/** More such rows are values of the table, such as the tests of a laboratory. */
const MAX_SHARE = 0.5
const SHOWN_LABELS = 6
const MAX_LABEL_CHARACTERS = 60
const SUMMED_COLUMNS = 50
/** A sum of fewer rows is met by chance. */
const MIN_ROWS = 3

/** Says which rows add up or average others: by their label, or because the first or last row has the sums of all others. */
export async function totalNotes(connection: DuckDBConnection, table: StoredTable): Promise<ReadingNote[]> {
  const labels = await totalLabels(connection, table)
  if (labels.length > 0) {
    const shown = labels.slice(0, SHOWN_LABELS).map((label) => `“${label}”`)
    const more = labels.length > SHOWN_LABELS ? ` and ${labels.length - SHOWN_LABELS} more` : ''
    const text = `Rows that look like totals or means are kept: ${shown.join(', ')}${more}. Sums over the table count their values twice.`
    return [{ kind: 'mended', rowCount: labels.length, text }]
  }
  const place = await placeOfSums(connection, table)
  if (place === null) return []
  const text = `The ${place} row has the sums of all other rows and is kept: sums over the table count its values twice.`
  return [{ kind: 'mended', rowCount: 1, text }]
}

/** The labels of total rows from top to bottom. The label is the first filled text of its row. */
async function totalLabels(
  connection: DuckDBConnection,
  { file, columns, rowCount }: StoredTable,
): Promise<string[]> {
  const texts = columns.filter(({ type }) => type === 'VARCHAR').slice(0, LABEL_COLUMNS)
  if (texts.length === 0 || columns.length < 2 || rowCount < 2) return []
  const label = `coalesce(${texts.map(({ name }) => `nullif(trim(${quoteName(name)}), '')`)})`
  const last = rowCount > MAX_ROWS ? `file_row_number = ${rowCount - 1} AND ` : ''
  const read = await connection.runAndReadAll(
    `SELECT label FROM (
       SELECT ${label} AS label, file_row_number FROM read_parquet(${quoteText(file)}, file_row_number = true)
     ) WHERE ${last}length(label) <= ${MAX_LABEL_CHARACTERS} AND regexp_matches(label, ${quoteText(`(?i)${WORD}`)})
       AND regexp_full_match(label, ${quoteText(`(?i)${LABEL}`)})
     ORDER BY file_row_number LIMIT ${Math.floor(Math.min(rowCount, MAX_ROWS) * MAX_SHARE) + 2}`,
  )
  const labels = read.getRowsJson().map(([text]) => String(text))
  return labels.length > Math.max(1, rowCount * MAX_SHARE) ? [] : labels
}

/** Whether the first or the last row has, in most columns of numbers, the sum of all other rows. */
async function placeOfSums(
  connection: DuckDBConnection,
  { file, columns, rowCount }: StoredTable,
): Promise<'first' | 'last' | null> {
  const numbers = columns.filter(({ type }) => isNumberType(type)).slice(0, SUMMED_COLUMNS)
  if (numbers.length === 0 || rowCount <= MIN_ROWS || rowCount > MAX_ROWS) return null
  const figures = numbers.map(({ name }) => {
    const value = `CAST(${quoteName(name)} AS DOUBLE)`
    const at = (row: number) => `max(CASE WHEN file_row_number = ${row} THEN ${value} END)`
    return `[sum(${value}), count_if(${value} <> 0), ${at(0)}, ${at(rowCount - 1)}]`
  })
  const read = await connection.runAndReadAll(
    `SELECT ${figures} FROM read_parquet(${quoteText(file)}, file_row_number = true)`,
  )
  const columnsOfFigures = (read.getRowsJson()[0] ?? []).map((found) => {
    const [sum, filled, first, last] = Array.isArray(found) ? found : []
    return { sum: Number(sum), filled: Number(filled), first: figureOf(first), last: figureOf(last) }
  })
  const places = ['last', 'first'] as const
  return (
    places.find((place) => {
      const judged = columnsOfFigures.filter(
        (column) => (column[place] ?? 0) !== 0 && column.filled > MIN_ROWS,
      )
      const summed = judged.filter((column) => isHalf(column[place] ?? 0, column.sum))
      return summed.length > 0 && summed.length * 2 >= judged.length
    }) ?? null
  )
}

function figureOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** A row that sums up the others is half of the sum of all. */
function isHalf(value: number, sum: number): boolean {
  return Math.abs(2 * value - sum) <= Math.abs(sum) * 1e-9
}
