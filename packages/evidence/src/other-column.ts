import type { Scopes, TextScope } from './find-scopes.ts'
import type { MatchedCell } from './match-cells.ts'
import { isNamedBefore, type NameBefore, nameBefore } from './named-at-number.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { TableColumn } from './result-table.ts'
import { isCountName, isUnit } from './units.ts'
import { fold, isSameWord } from './words-of.ts'

/** Words of a head that say nothing about which column it is. */
const FILLERS: ReadonlySet<string> = new Set([
  'of',
  'the',
  'in',
  'total',
  'number',
  'count',
  'value',
  'amount',
  'sum',
])

/** What is counted, or measured, behind a number: "12 orders", "12 in sales". */
const AFTER =
  /^\s+(?:(?:in|of|an|en|de)\s+)?(\p{L}[\p{L}\p{N}]*)\s*(?:$|[.,;:!?)|\n]|(?:in|and|for|from|on|with|while|but|than|und|mit|im|et|avec|y|en|con|at|by|during)\b)/iu

/**
 * Whether the words directly at a number name another column than that of its cell: "the profit in 2023 was" is not proven
 * by the revenue of 2023. A column is named by the head of a table, as the subject of the number, directly in front of it,
 * or as what it counts.
 */
export function isOfAnotherColumn(
  number: WrittenNumber,
  { table, cell }: MatchedCell,
  { text, scopes }: { readonly text: string; readonly scopes: Scopes },
): boolean {
  const own = table.columns[cell.column]
  if (!own || own.subject === null) return false
  const { header, clause, sentence } = scopes
  const before = nameBefore(number.offset, text, sentence)
  const counted = header ? null : countedBehind(number, text)
  const phrase = header ? [] : phraseBehind(number, text)
  if (header === null && before === null && counted === null && phrase.length < 2) return false
  const others = table.columns.flatMap((column) => {
    const name = column === own || column.cells.length === 0 ? null : column.subject
    return name === null || isOfOtherUnit(number, column, own) ? [] : [name]
  })
  if (others.length === 0) return false
  if (
    !isSpelledOut(own.words, phrase) &&
    table.columns.some((column) => isCountedAs(column, { own, phrase }))
  )
    return true
  const isOwn = (said: string) => namesColumn(own.words, { said, others })
  const isOwnNear = (header ?? clause).words.some(({ word }) => isOwn(word))
  if (isOwnNear && before === null) return false
  if (counted !== null && isOwn(counted)) return false
  if (counted !== null && !isOwnNear && others.some((words) => isOnly(words, counted))) return true
  if (before && others.some((words) => isNamed(words, { before, own, others, isOwnNear, isOwn, text })))
    return true
  return header !== null && !isOwnNear && others.some((words) => isHead(header, words))
}

/**
 * Whether a word names a column: the column's name has the word, or a similar one while no other column has the word
 * itself. Beside `sales`, "sales" is not `salesforce`.
 */
function namesColumn(
  own: readonly string[],
  { said, others }: { readonly said: string; readonly others: readonly (readonly string[])[] },
): boolean {
  const isWordOf = (words: readonly string[]) => words.some((word) => isEqual(word, said))
  return isWordOf(own) || (own.some((word) => isSameWord(word, said)) && !others.some(isWordOf))
}

/** Whether two words are equal, but for the plural. */
function isEqual(word: string, said: string): boolean {
  return word === said || `${word}s` === said || word === `${said}s`
}

function isOnly(words: readonly string[], said: string): boolean {
  return words.length === 1 && isSameWord(words[0] ?? '', said)
}

type Named = {
  readonly before: NameBefore
  readonly own: TableColumn
  readonly others: readonly (readonly string[])[]
  readonly isOwnNear: boolean
  /** Whether a word names the column of the cell. */
  readonly isOwn: (word: string) => boolean
  readonly text: string
}

/** Whether the words in front of a number are the name of another column. */
function isNamed(name: readonly string[], { before, own, others, isOwnNear, isOwn, text }: Named): boolean {
  if (name.every((word) => FILLERS.has(word))) return false
  const isName = (word: string) =>
    [own.words, ...others].some((words) => words.some((one) => isSameWord(one, word)))
  const isAt = (last: number | null) => {
    const said = last === null ? undefined : before.words[last]?.word
    if (last === null || said === undefined || isOwn(said)) return false
    return isNamedBefore(before, { last, name, isName }, text)
  }
  return isAt(before.last) || (!isOwnNear && isAt(before.lastBeforePhrase))
}

function isIn({ words }: TextScope, name: string): boolean {
  return words.some(({ word }) => isSameWord(word, name))
}

/** Whether a head consists of the words of a name. */
function isHead(header: TextScope, name: readonly string[]): boolean {
  const said = header.words.map(({ word }) => word).filter((word) => !FILLERS.has(word) && !isUnit(word))
  return (
    said.length > 0 &&
    said.every((word) => name.some((one) => isSameWord(one, word))) &&
    name.every((word) => isIn(header, word))
  )
}

/**
 * Whether a number with a unit cannot be a value of a column without one: the number is a percentage, the column of its
 * cell has a unit, or the other column counts things. "Orders of €12,000" are no number of orders.
 */
function isOfOtherUnit({ unit }: WrittenNumber, column: TableColumn, own: TableColumn): boolean {
  if (unit === null || column.unit !== null) return false
  return unit === '%' || own.unit !== null || isCountName(column.words)
}

/** The word of what a number counts; null where none stands directly behind it. */
function countedBehind({ offset, length }: WrittenNumber, text: string): string | null {
  const counted = AFTER.exec(text.slice(offset + length, offset + length + 40))?.[1]
  return counted === undefined ? null : fold(counted)
}

/** Up to three words directly behind a number. */
function phraseBehind({ offset, length }: WrittenNumber, text: string): string[] {
  const behind =
    /^(?:[ \t\u00a0]+\p{L}+){1,3}/u.exec(text.slice(offset + length, offset + length + 60))?.[0] ?? ''
  return behind.trim().split(/\s+/).map(fold)
}

/** Whether the words behind a number begin with the whole name of another column of two or more words: "231 rainy days". */
function isCountedAs(
  column: TableColumn,
  { own, phrase }: { readonly own: TableColumn; readonly phrase: readonly string[] },
): boolean {
  return column !== own && column.cells.length > 0 && isSpelledOut(column.words, phrase)
}

function isSpelledOut(words: readonly string[], phrase: readonly string[]): boolean {
  return words.length >= 2 && words.every((word, at) => isEqual(word, phrase[at] ?? ''))
}
