import type { Column, Table } from './catalog.ts'
import { DIRECTIONS, isCoded } from './find-values.ts'
import { matchColumns, spelledOut } from './match-columns.ts'
import type { Filter } from './plan.ts'
import type { Question, Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/

const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/

/**
 * Finds proper names that no sample contains, as in "in Germany". Any column of short texts may hold them.
 */
export function findNames(question: Question, table: Table): Filter[] {
  const own = [...toWords(table.name), ...toWords(table.source), ...toWords(table.description)].map(stem)
  const isFree = (token: Token | undefined) =>
    token !== undefined &&
    token.use === null &&
    token.isName &&
    !WEEKDAY.test(token.word) &&
    !MONTH.test(token.word) &&
    !own.includes(token.stem) &&
    !isColumnWord(table, token) &&
    !table.columns.some((column) => spelledOut(column, question.tokens).includes(token))
  const filters: Filter[] = []
  const { tokens } = question
  for (let at = 0; at < tokens.length; at++) {
    let end = at
    while (isFree(tokens[end]) && (end === at || !isAfterComma(question, tokens[end]))) end += 1
    if (end === at) continue
    const span = tokens.slice(at, end)
    const value =
      question.text.match(
        new RegExp(span.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('\\W{1,3}')),
      )?.[0] ?? ''
    const columns = value === '' ? [] : columnsFor(table, { tokens, at, value })
    if (columns.length > 0) {
      filters.push({ kind: 'name', columns, value })
      for (const token of span) token.use = 'filter'
    }
    at = end - 1
  }
  return filters
}

/** Whether a comma separates a word from the one before it: "Japan, Germany" are two names. */
function isAfterComma({ text }: Question, token: Token | undefined): boolean {
  return token !== undefined && text.includes(`, ${token.text}`)
}

type NamePlace = { readonly tokens: readonly Token[]; readonly at: number; readonly value: string }

/** Returns the columns that may hold a name: the one that the words before it name, else all text columns. */
function columnsFor(table: Table, { tokens, at, value }: NamePlace): Column[] {
  // "Who directed Titanic?" asks for the director, so Titanic is not one. In "directed by Spielberg", the name is one.
  const isObject = /\p{L}{3}ed$/u.test(tokens[at - 1]?.word ?? '')
  const before = isObject ? [] : tokens.slice(Math.max(0, at - 2), at)
  const texts = table.columns.filter(({ kind }) => kind === 'text')
  const named = matchColumns(
    texts,
    before.map((token) => token.stem),
  ).find(({ coverage }) => coverage >= 0.7)
  if (named !== undefined) {
    const isMeant = ({ stem: word }: Token) => named.column.stems.some((own) => likeness(own, word) > 0)
    for (const token of before.filter(isMeant)) token.use = 'filter'
    return [named.column]
  }
  const coded = /^[A-Z]{2,4}$/.test(value) ? texts.filter(isCoded) : []
  if (coded.length < 2) return texts.slice(0, MOST_COLUMNS)
  // A code that several columns hold is searched only where a word such as "to" names the column.
  const wanted = DIRECTIONS.get(before.at(-1)?.word ?? '') ?? []
  return coded.filter(({ stems }) => stems.some((own) => wanted.includes(own)))
}

const MOST_COLUMNS = 16

function isColumnWord(table: Table, token: Token): boolean {
  return table.columns.some(({ stems }) => stems.some((own) => likeness(own, token.stem) >= 0.9))
}
