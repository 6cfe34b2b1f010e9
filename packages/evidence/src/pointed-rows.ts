import type { TextScope } from './find-scopes.ts'
import { placedWithin } from './placed-within.ts'
import { type CalendarDate, isSameDate, readMonths } from './read-dates.ts'
import type { WrittenNumber } from './read-numbers.ts'
import { type Label, labelsAt, type ResultTable } from './result-table.ts'

/** A place in a text that names rows. */
type Mention = {
  readonly at: number
  readonly end: number
  readonly column: number
  readonly rows: ReadonlySet<number>
}

/** The rows of a result that the words of a scope name. */
export type Pointed = {
  /** Empty where no row is named, or all are. */
  readonly rows: ReadonlySet<number>
  /** In the order of the text. */
  readonly mentions: readonly Mention[]
}

/** Names and dates in one scope that are looked at; a sentence for people has fewer. */
const MOST_MENTIONS = 40
const MOST_DATES = 12
const MOST_CHARACTERS = 1000

/** Finds the rows that a scope names by their texts and dates: those that most of its mentions agree on. */
export function findPointed(
  table: ResultTable,
  { scope, text, numbers }: { scope: TextScope; text: string; numbers: readonly WrittenNumber[] },
): Pointed {
  const labels = findLabels(table, scope, text)
  const dates = table.dates.length > 0 ? findDates(table, datesNamed(scope, text, numbers)) : []
  // A month in the language of the rows is a label too.
  const others = dates.filter(
    (date) => !labels.some(({ at, column }) => at === date.at && column === date.column),
  )
  const mentions = [...labels, ...others].toSorted((a, b) => a.at - b.at).slice(0, MOST_MENTIONS)
  const columnsOf = new Map<number, Set<number>>()
  for (const { rows, column } of mentions)
    for (const row of rows) columnsOf.set(row, (columnsOf.get(row) ?? new Set()).add(column))
  const most = Math.max(0, ...[...columnsOf.values()].map(({ size }) => size))
  const rows = new Set([...columnsOf].flatMap(([row, { size }]) => (size === most ? [row] : [])))
  // Output that is no table has no rows that a name could mean.
  const isNone = table.result.isLoose || rows.size === table.rows.length
  return { rows: isNone ? new Set() : rows, mentions }
}

function datesNamed(scope: TextScope, text: string, numbers: readonly WrittenNumber[]): NamedDate[] {
  const within = placedWithin(scope, numbers)
  const months = readMonths(withoutDates(text, scope, within)).map(({ offset, length, ...date }) => {
    const at = scope.start + offset
    return { ...date, at, end: at + length }
  })
  return [...datesOf(within), ...months].slice(0, MOST_DATES)
}

/** The text of a scope with blanks in place of its dates. */
function withoutDates(text: string, { start, end }: TextScope, numbers: readonly WrittenNumber[]): string {
  const last = Math.min(end, start + MOST_CHARACTERS)
  const dates = numbers.filter(({ form, offset }) => form === 'date' && offset < last)
  return dates.reduce(
    (left, { offset, length }) =>
      left.slice(0, offset - start) + ' '.repeat(length) + left.slice(offset - start + length),
    text.slice(start, last),
  )
}

type NamedDate = CalendarDate & { readonly at: number; readonly end: number }

function datesOf(numbers: readonly WrittenNumber[]): NamedDate[] {
  return numbers.flatMap(({ offset, length, date }) =>
    date ? [{ ...date, at: offset, end: offset + length }] : [],
  )
}

/** The labels of rows that the scope holds; a longer one hides those inside it. */
function findLabels(table: ResultTable, { words }: TextScope, text: string): Mention[] {
  const mentions: Mention[] = []
  let end = 0
  for (const [index, { word }] of words.entries()) {
    if (index < end) continue
    if (mentions.length >= MOST_MENTIONS) break
    let longest = 0
    const found = new Map<number, Label>()
    for (const label of labelsAt(table, [word, words[index + 1]?.word])) {
      if (label.words.length < longest || !isLabelAt(label, { words, index })) continue
      if (label.words.length > longest) found.clear()
      longest = label.words.length
      found.set(label.column, label)
    }
    const last = words[index + longest - 1]
    const at = words[index]?.offset ?? 0
    const wordEnd = last ? last.offset + last.text.length : 0
    for (const [column, label] of found) {
      const tail = /[^\p{L}\p{N}]*$/u.exec(label.text)?.[0] ?? ''
      const end = text.startsWith(tail, wordEnd) ? wordEnd + tail.length : wordEnd
      mentions.push({ at, end, column, rows: label.rows })
    }
    if (longest > 0) end = index + longest
  }
  return mentions
}

/** Short labels, such as country codes, match only in their own letter case: "IN" is not "in". */
function isLabelAt(label: Label, { words, index }: { words: TextScope['words']; index: number }): boolean {
  if (!label.words.every((word, offset) => words[index + offset]?.word === word)) return false
  if (label.text.length > 3) return true
  const written = words.slice(index, index + label.words.length)
  return written.map(({ text }) => text).join('') === label.text
}

function findDates(table: ResultTable, dates: readonly NamedDate[]): Mention[] {
  return dates.flatMap((named) => {
    const byColumn = new Map<number, Set<number>>()
    for (const { row, column, date } of table.dates)
      if (isSameDate(date, named)) byColumn.set(column, (byColumn.get(column) ?? new Set()).add(row))
    return [...byColumn].map(([column, rows]) => ({ at: named.at, end: named.end, column, rows }))
  })
}
