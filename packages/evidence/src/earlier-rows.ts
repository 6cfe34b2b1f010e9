import type { Scopes } from './find-scopes.ts'
import type { Pointed } from './pointed-rows.ts'
import type { CalendarDate } from './read-dates.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable } from './result-table.ts'

/** Rows of an earlier time than the one that a sentence names. */
export type EarlierRows = {
  readonly rows: ReadonlySet<number>
  /** Whether the words exclude every other row: "the year before". */
  readonly isOnly: boolean
}

/** Words for the time before the one that a sentence names. */
const BEFORE =
  /\b(?:(?:the|a|one) (?:year|month|quarter|week|day) (?:before|earlier|prior)|(?:previous|prior|preceding) (?:year|month|quarter|week|day)|vor(?:jahr|monat|quartal|woche|tag)\w*|(?:l['’]année|le mois|le trimestre|la semaine) précédente?|(?:año|mes|trimestre|día) anterior|semana anterior)\b|上[年月季]|前一[年月天]/i
const FROM = /(?:(?<!\p{L})(?:from|von|de|desde)|从|由)\s*[*_]{0,2}[$€£¥]?$/iu
const UP_FROM = /\b(?:up|down) from\s*[*_]{0,2}[$€£¥]?$/i
const TO =
  /^[^.,;\n\d]{0,24}(?<!\p{L})(?:to|auf|à|a|hasta)\s+[*_]{0,2}[$€£¥]?\d|^[^。，；\n\d]{0,8}[至到][^。，；\n\d]{0,4}\d/iu
/** Columns of a row that hold the value of the time before. */
const OF_BEFORE = /^(?:previous|prev|prior|last|before|lag|vorjahr|precedent|anterior)$/
const MOST_AROUND = 40
const MOST_CLAUSE = 300

/**
 * Returns the rows that may hold a value of "the year before", or a value "from" which another one came. Null unless
 * the words speak of such a value and the sentence names one row by its date.
 */
export function earlierRows(
  number: WrittenNumber,
  table: ResultTable,
  { clause, sentence, scopes, text }: { clause: Pointed; sentence: Pointed; scopes: Scopes; text: string },
): EarlierRows | null {
  if (scopes.header !== null || table.dates.length === 0 || number.date) return null
  const { start, end } = scopes.clause
  const isBefore =
    clause.rows.size === 0 && BEFORE.test(text.slice(start, Math.min(end, start + MOST_CLAUSE)))
  if (!isBefore && !isStart(number, text)) return null
  const [row, ...others] = clause.rows.size > 0 ? clause.rows : sentence.rows
  const column = sentence.mentions.find(({ rows }) => row !== undefined && rows.has(row))?.column
  if (row === undefined || others.length > 0) return null
  const times = table.dates.flatMap(({ date, ...place }) =>
    place.column === column ? { ...place, time: timeOf(date) } : [],
  )
  const now = times.find((one) => one.row === row)?.time
  if (now === undefined) return null
  const earlier = times.filter(({ time }) => time < now)
  const last = Math.max(...earlier.map(({ time }) => time))
  const first = Math.min(...earlier.map(({ time }) => time))
  const rowsAt = (...wanted: number[]) =>
    earlier.flatMap((one) => (wanted.includes(one.time) ? [one.row] : []))
  if (!isBefore) return { rows: new Set([row, ...rowsAt(last, first)]), isOnly: false }
  const hasOwn = table.columns.some(({ words }) => words.some((word) => OF_BEFORE.test(word)))
  return { rows: new Set([...rowsAt(last), ...(hasOwn ? [row] : [])]), isOnly: true }
}

/** Whether a number is where another one comes from: "up from 12", "from 12 to 15". */
export function isStart({ offset, length }: WrittenNumber, text: string): boolean {
  const before = text.slice(Math.max(0, offset - MOST_AROUND), offset)
  if (UP_FROM.test(before)) return true
  return FROM.test(before) && TO.test(text.slice(offset + length, offset + length + MOST_AROUND))
}

function timeOf({ year, month, day }: CalendarDate): number {
  return (year ?? 0) * 372 + (month ?? 0) * 31 + (day ?? 0)
}
