import type { Column, Table } from './catalog.ts'
import type { Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

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
export function isSpelledOut({ name }: Column, tokens: readonly Token[]): boolean {
  const words = toWords(name).map(stem)
  if (words.length < 2) return false
  const isSame = (word: string, token: Token | undefined) => likeness(word, token?.stem ?? '') >= 0.9
  return tokens.some((_token, at) => words.every((word, offset) => isSame(word, tokens[at + offset])))
}

/** Returns the stems of the column's name that the word matches, to mark them as used. */
export function coveredBy(column: Column, word: string): boolean {
  return column.stems.some((own) => likeness(own, word) > 0)
}

/** Whether a word names the rows of a table: `movies` for a table of movies. */
export function isRowNoun(table: Table, word: string): boolean {
  const nouns = [...toWords(table.name), ...toWords(table.source)].map(stem)
  if (nouns.some((noun) => likeness(noun, word) >= 0.9 || (word.length >= 5 && noun.endsWith(word))))
    return true
  const isDaily = table.columns.some(({ name, kind }) => kind === 'date' && /^(date|day)$/i.test(name))
  return (isDaily && word === 'day') || word === 'row' || word === 'record'
}

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

/** Returns the column that names the subject of a row: the label, else the only text column. */
export function nounColumn(table: Table): Column | null {
  const texts = table.columns.filter(({ kind }) => kind === 'text')
  return labelOf(table) ?? (texts.length === 1 ? (texts[0] ?? null) : null)
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
