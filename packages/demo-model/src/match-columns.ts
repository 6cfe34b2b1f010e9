import type { Column, Table } from './catalog.ts'
import type { Token } from './read-question.ts'
import { isIdentifier, likeness, stem, toWords } from './words.ts'

export type ColumnMatch = {
  readonly column: Column
  /** 0 when nothing matches. From 0.5 on the question means the column. */
  readonly score: number
  /** The share of the column's name that the words match. */
  readonly coverage: number
}

const ENOUGH = 0.5

/** Returns the columns that the words probably mean, best first. */
export function matchColumns(columns: readonly Column[], stems: readonly string[]): ColumnMatch[] {
  return columns
    .map((column) => matchColumn(column, stems))
    .filter(({ score }) => score >= ENOUGH)
    .sort((left, right) => right.score - left.score)
}

/** Scores one column against the words. */
export function matchColumn(column: Column, stems: readonly string[]): ColumnMatch {
  const best = (own: string) => Math.max(0, ...stems.map((word) => likeness(own, word)))
  const sum = column.stems.reduce((total, own) => total + best(own), 0)
  const coverage = sum / column.stems.length
  const telling = stems.filter(
    (word) => word.length > 2 && !column.stems.some((own) => likeness(own, word) > 0),
  )
  const mentioned = telling.filter((word) => column.descriptionStems.includes(word)).length
  const described = Math.min(0.6, mentioned * 0.25)
  return { column, coverage, score: sum * (0.5 + 0.5 * coverage) + described }
}

/** Whether a question contains the whole name of a column, word by word: "total stake" for `total_stake`. */
export function isSpelledOut(column: Column, tokens: readonly Token[]): boolean {
  return spelledOut(column, tokens).length > 0
}

/** Returns the words of a question that are the whole name of a column; none where the name has one word. */
export function spelledOut({ name }: Column, tokens: readonly Token[]): readonly Token[] {
  const words = toWords(name)
  if (words.length < 2) return []
  const stems = words.map(stem)
  const isSame = (word: string, token: Token | undefined) => likeness(word, token?.stem ?? '') >= 0.9
  const start = tokens.findIndex((_token, at) =>
    stems.every((word, offset) => isSame(word, tokens[at + offset])),
  )
  if (start >= 0) return tokens.slice(start, start + words.length)
  const span = spanOf(words, tokens)
  return tokens.slice(span.start, span.start + span.length)
}

/** Where a question has these words in a row, separate or joined: "NumVehicles". The length is 0 where it has not. */
export function spanOf(
  words: readonly string[],
  tokens: readonly Token[],
): { start: number; length: number } {
  const wanted = words.join('')
  for (const start of tokens.keys()) {
    let joined = ''
    for (let end = start; end < tokens.length && joined.length < wanted.length; end++) {
      joined += tokens[end]?.word ?? ''
      if (joined === wanted) return { start, length: end + 1 - start }
    }
  }
  return { start: 0, length: 0 }
}

/** Whether a word matches one of the stems of a column's name. */
export function coveredBy(column: Column, word: string): boolean {
  return column.stems.some((own) => likeness(own, word) > 0)
}

/** Whether a word names the rows of a table: `movies` for a table of movies. */
export function isRowNoun(table: Table, word: string): boolean {
  const nouns = [...toWords(table.name), ...toWords(table.source)].map(stem)
  if (nouns.some((noun) => likeness(noun, word) >= 0.9 || (word.length >= 5 && noun.endsWith(word))))
    return true
  const isDaily = dayColumn(table) !== null
  const isNumbered = word === numberedNoun(table)
  return (
    isNumbered || (isDaily && word === 'day') || /^(?:row|record)$/.test(word) || isOwnPerson(table, word)
  )
}

/** Returns the column with the day of each row, called `date` or `day`; null without one. */
export function dayColumn({ columns }: Table): Column | null {
  return columns.find(({ name, kind }) => kind === 'date' && /^(date|day)$/i.test(name)) ?? null
}

/**
 * The noun of the numbers that count the rows without a gap: `order` of `order_id` from 1000 to 1299 in 300 rows, or
 * `respondent` from 1 to 150 in 150 rows.
 */
export function numberedNoun({ columns: [first], rowCount }: Table): string | null {
  if (first === undefined || first.kind !== 'number') return null
  const [noun, end, ...more] = toWords(first.name).map(stem)
  const isNumber = isIdentifier(first.name)
    ? end !== undefined
    : end === undefined && !MEASURED.test(noun ?? '')
  const numbers = first.samples.map(Number)
  const isCount = numbers.length > 1 && Math.max(...numbers) - Math.min(...numbers) + 1 === rowCount
  return isCount && isNumber && more.length === 0 && noun !== undefined ? noun : null
}

/** Words for figures whose values may also follow each other without a gap. */
const MEASURED =
  /^(?:rank|position|place|year|month|week|day|hour|minute|age|level|score|count|total|amount)$/

/** Whether a word names the people of a table: "people", or `employee` of staff whose first column is `employee_id`. */
function isOwnPerson(table: Table, word: string): boolean {
  const [first] = table.columns
  if (first === undefined || !isOfPeople(table)) return false
  if (/^(?:people|person)$/.test(word)) return isOfHumans(table)
  return PEOPLE.has(word) && isIdentifier(first.name) && toWords(first.name).map(stem).includes(word)
}

/** Whether the rows are people with names, as staff are. A customer or an account may be a company. */
function isOfHumans(table: Table): boolean {
  const isHuman = toWords(table.name).some((word) => HUMANS.test(stem(word)))
  return table.columns.some(
    (column) =>
      partsOfName(table, column).length > 1 ||
      (isHuman && column.kind === 'text' && /^(?:full[ _]?)?name$/i.test(column.name)),
  )
}

const HUMANS =
  /^(?:person|people|employee|staff|worker|student|teacher|member|player|actor|patient|passenger)$/

/** Returns the column that identifies a row for a reader: a title, a name, else an id. */
export function labelOf(table: Table): Column | null {
  const labels = table.columns.filter(({ isLabel }) => isLabel)
  const noun = stem(toWords(table.name).at(-1) ?? '')
  const ofRows = labels.find(
    ({ name }) => toWords(name).length === 1 || stem(toWords(name)[0] ?? '') === noun,
  )
  const preferred = labels.find(({ name }) => /title|name|label/i.test(name))
  return (/^id$/i.test(ofRows?.name ?? '') ? preferred : ofRows) ?? preferred ?? labels[0] ?? null
}

/** Returns the column that names the subject of a row: the label, its own number, else the only text column. */
export function nounColumn(table: Table): Column | null {
  const texts = table.columns.filter(({ kind }) => kind === 'text')
  return labelOf(table) ?? ownNumber(table) ?? (texts.length === 1 ? (texts[0] ?? null) : null)
}

/** Whether a column names the rows: `title`, or `movie_name` of movies. The name of a signer names no transaction. */
export function isNameOfRows(table: Table, column: Column): boolean {
  const words = toWords(column.name).map(stem)
  const nouns = toWords(table.name).map(stem)
  if (isOfPeople(table) && partsOfName(table, column).length > 1) return true
  const isOwn = words.length === 1 || words.some((word) => nouns.includes(word))
  return isOwn || !column.isLabel || isIdentifier(column.name)
}

/** Returns both parts of a person's name where a column is one of them: `first_name` and `last_name`. Else the column. */
export function partsOfName({ columns }: Table, column: Column): readonly Column[] {
  const parts = PARTS_OF_NAME.map((pattern) => columns.find(({ name }) => pattern.test(name)))
  const [first, last] = parts
  return first && last && parts.includes(column) ? [first, last] : [column]
}

const PARTS_OF_NAME = [/^(?:first|given|fore)[_ ]?name$/i, /^(?:(?:last|family)[_ ]?name|surname)$/i] as const

/** Whether the rows of a table are people, as far as its name says. */
function isOfPeople({ name }: Table): boolean {
  return toWords(name).some((word) => PEOPLE.has(stem(word)))
}

/** Words for people, and for what acts like a person. */
export const PEOPLE: ReadonlySet<string> = new Set(
  `name person customer client director author owner holder signer sender artist composer singer actor player employee
  worker staff student teacher member user seller buyer account country company team winner`
    .split(/\s+/)
    .map(stem),
)

/** Returns the column of numbers that identify the rows: `invoice_id` of a table of invoices, or `id`. */
export function ownNumber(table: Table): Column | null {
  const { name, columns } = table
  if (numberedNoun(table) !== null) return columns[0] ?? null
  const noun = toWords(name.split('.').at(-1) ?? '')
    .filter((word) => !/^\p{N}/u.test(word))
    .map(stem)
  const isOwn = (column: Column) => {
    const words = toWords(column.name).map(stem).slice(0, -1)
    return words.length === 0 || words.join(' ') === noun.join(' ')
  }
  return figuresOrNumbers(columns).find((column) => isIdentifier(column.name) && isOwn(column)) ?? null
}

/** Returns the columns that measure something. The numbers of records measure nothing. */
export function figuresOf(table: Table): Column[] {
  const [first] = numberedNoun(table) === null ? [] : table.columns
  return figuresOrNumbers(table.columns).filter((column) => column !== first && !isIdentifier(column.name))
}

function figuresOrNumbers(columns: readonly Column[]): Column[] {
  return columns.filter(({ kind }) => kind === 'number')
}

/** Returns the time column: a date, else a year. */
export function timeOf(table: Table): Column | null {
  const dated = table.columns.find(({ kind }) => kind === 'date')
  return (
    dated ??
    table.columns.find(({ kind }) => kind === 'text-date') ??
    table.columns.find(({ kind }) => kind === 'year') ??
    null
  )
}

/** Whether a table has one row, as its count or its description says. */
export function isSingleRow({ rowCount, description }: Table): boolean {
  return rowCount === 1 || /\bone row\b(?! for)/i.test(description)
}
