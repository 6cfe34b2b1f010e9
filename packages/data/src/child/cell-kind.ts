/** What a cell of a file looks like, from its text alone. `missing` is a word for no value, such as N/A. */
export type CellKind = 'empty' | 'missing' | 'number' | 'moment' | 'text'

/** Words for a value that is not known, as files write them; matched without regard to case. */
export const MISSING_WORDS: readonly string[] = [
  'na',
  'n/a',
  '#n/a',
  'n.a.',
  'null',
  '\\n',
  'nan',
  '-',
  '--',
  '---',
  '----',
  '–',
  '—',
  ':',
  '.',
  '..',
  '...',
  '…',
  '*',
  '**',
  '***',
  '****',
  '*****',
]

const MISSING: ReadonlySet<string> = new Set(MISSING_WORDS)
const NUMBER =
  /^[(]?[+-]?\s?(?:\p{Sc}|[A-Z]{3}\s)?\s?[+-]?(?:\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)(?:[eE][+-]?\d+)?\s?(?:%|\p{Sc}|[A-Z]{3})?-?[)]?$/u
/** A line drawn below a header has nothing else in its cells. */
const RULE = /^:?[-=+]{3,}:?$/
const DATE =
  /^(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[- ][A-Za-z]{3,9}[- ,]+\d{2,4}|[A-Za-z]{3,9}[- ]\d{1,2},? \d{2,4}|[A-Za-z]{3}-\d{2}|\d{1,2}-[A-Za-z]{3}|\d{1,2}\.? (?:de )?\p{L}{3,12}\.?,? (?:de )?\d{4}|\d{4}年\d{1,2}月(?:\d{1,2}日)?|[A-Z][a-z]{2,8}, (?:\d{1,2} [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2},) \d{4})$/u
const DATE_WITH_TIME =
  /^(?<date>.+?)(?:T|,? | - )(?<time>\d{1,2}:\d{2}\S*(?: ?[AaPp]\.?[Mm]\.?)?)(?: ?[A-Z]{1,4})?$/
const TIME = /^\d{1,3}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp]\.?[Mm]\.?)?$/
/** Longer texts are neither numbers nor dates. */
const MAX_CHARACTERS = 40

/** Returns the kind of one cell. Linear in its length, which is bounded before a pattern looks at it. */
export function kindOfCell(cell: string): CellKind {
  const text = cell.trim()
  if (text === '') return 'empty'
  if (text.length > MAX_CHARACTERS) return 'text'
  if (MISSING.has(text.toLowerCase())) return 'missing'
  if (isRuleCell(text)) return 'missing'
  if (!/\d/.test(text)) return 'text'
  if (DATE.test(text) || TIME.test(text)) return 'moment'
  if (NUMBER.test(text)) return 'number'
  const date = DATE_WITH_TIME.exec(text)?.groups?.date
  return date !== undefined && DATE.test(date) ? 'moment' : 'text'
}

/** What the report says of cells that hold a word for no value. */
export function noteOfMissing(count: number): string {
  return count === 1
    ? '1 value such as NA or - was read as empty.'
    : `${count} values such as NA or - were read as empty.`
}

/** Whether a cell holds nothing but a drawn line, as below a header. */
export function isRuleCell(cell: string): boolean {
  return RULE.test(cell.trim())
}

/** A row of cells as texts. */
export type Row = readonly string[]

/** Whether a cell has text other than white space. */
export function isFilled(cell: string): boolean {
  return cell.trim() !== ''
}

/** The number of cells of a row up to its last filled one. */
export function extentOf(row: Row): number {
  return row.findLastIndex(isFilled) + 1
}

/** The kind that nearly all values of a column have; null where they differ or where there are none. */
export function dominantKind(cells: readonly string[]): CellKind | null {
  const counts = { number: 0, moment: 0, text: 0, missing: 0, empty: 0 }
  for (const cell of cells) counts[kindOfCell(cell)]++
  const total = counts.number + counts.moment + counts.text
  if (total === 0) return null
  const kinds = ['number', 'moment', 'text'] as const
  return kinds.find((kind) => counts[kind] >= total * DOMINANT_SHARE) ?? null
}

const DOMINANT_SHARE = 0.8

const FIRST_YEAR = 1500
const LAST_YEAR = 2200

/** The year that a cell names, as 2019, 2019.0 or 2019*; null for anything else. */
export function yearOfCell(cell: string): number | null {
  const digits = /^\s*(\d{4})(?:\.0)?\s*[*p]?\s*$/.exec(cell)?.[1]
  const year = Number(digits)
  return digits !== undefined && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}
