import type { Column, Table } from './catalog.ts'
import { isConnectingVerb } from './connecting-verbs.ts'
import { HINTS } from './find-measures.ts'
import { isMoneyWord, moneyColumn } from './find-money.ts'
import { MONTHS } from './find-periods.ts'
import { figuresOf, isRowNoun, isSpelledOut, matchColumn, timeOf } from './match-columns.ts'
import { contentTokens, isFunctionWord, type Question, type Token } from './read-question.ts'
import { isAdjectiveOf, isPastOf, likeness, stem, toWords } from './words.ts'

/** Minimum score of a table that the question may use. */
const ENOUGH = 0.8
/** Minimum share of the question's words that a table must match. */
const KNOWN_SHARE = 0.4

/** Score of a word that names the rows of a table. */
const ROW_NOUN = 0.3
/** Score of a table when the question contains the whole name of one of its columns. */
const SPELLED_OUT = 1.5

/** Returns the tables whose score for the question is high enough, best first. */
export function chooseTables(question: Question, tables: readonly Table[]): Table[] {
  return tables
    .map((table) => ({ table, score: scoreTable(question, table) }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((left, right) => right.score - left.score || left.table.rank - right.table.rank)
    .map(({ table }) => table)
}

function scoreTable(question: Question, table: Table): number {
  const tokens = contentTokens(question.tokens).filter(
    (token) => !isOfTime(token, table) && !isConnectingVerb(token.word),
  )
  const score = scorerOf(table)
  const scores = tokens.map((token, at) => {
    const next = tokens[at + 1]
    const previous = tokens[at - 1]
    const pairs = [
      next === undefined ? '' : token.word + next.word,
      previous === undefined ? '' : previous.word + token.word,
    ]
    const others = [...pairs, ...(HINTS.get(token.word) ?? [])]
    return Math.max(score(token.stem), ...others.map((word) => (word === '' ? 0 : score(stem(word)))))
  })
  if (knownShare(tokens, scores) < KNOWN_SHARE) return 0
  const words = tokens.map((token) => token.stem)
  const best = Math.max(0, ...table.columns.map((column) => matchColumn(column, words).score))
  // The question asks for a share of something that a column measures.
  const figures = question.isShare ? figuresOf(table) : []
  const share = Math.max(0, ...figures.map((column) => matchColumn(column, words).coverage))
  const hints = question.tokens.flatMap((token) => HINTS.get(token.word) ?? [])
  const hinted = Math.max(0, ...hints.map((hint) => score(stem(hint))))
  const called = Number(question.tokens.some((token) => isCalled(token, table)))
  const sum = scores.reduce((total, value) => total + value, hinted + called)
  const spelled = table.columns.some((column) => isSpelledOut(column, question.tokens)) ? SPELLED_OUT : 0
  return sum + 0.5 * best + spelled + 1.5 * share + (sum > 0 ? 0.2 / (table.rank + 1) : 0)
}

/** Whether a word is the name of a month, a day or a part of a year, and the table has dates. */
function isOfTime({ word, isName }: Token, table: Table): boolean {
  const isMonth = isName && MONTHS.some((month) => month.toLowerCase() === word)
  return timeOf(table) !== null && (isMonth || PART_OF_YEAR.test(word))
}

const PART_OF_YEAR = /^(?:first|second|third|fourth|half|q[1-4]|h[12]|(?:week)?days?|dates?)$/

/** Whether a word of grammar is the whole name of a figure: the "total" of "total by month". */
function isCalled({ word, stem: own }: Token, table: Table): boolean {
  return isFunctionWord(own) && figuresOf(table).some(({ name }) => name.toLowerCase() === word)
}

/**
 * Returns the share of the question's words that match the table. Proper names count only in a question
 * without other words, because the samples need not contain them.
 */
function knownShare(tokens: readonly Token[], scores: readonly number[]): number {
  const plain = scores.filter((_score, at) => tokens[at]?.isName === false)
  const counted = plain.length > 0 ? plain : scores
  return counted.length === 0 ? 1 : counted.filter((score) => score >= 0.3).length / counted.length
}

function scorerOf(table: Table): (word: string) => number {
  const noun = stem(toWords(table.name).at(-1) ?? '')
  const own = [...new Set([...toWords(table.name), ...toWords(table.source)].map(stem))]
  const described = new Set(toWords(table.description).map(stem))
  return (word) => {
    const inName = Math.max(likeness(noun, word) * 2.4, ...own.map((name) => likeness(name, word) * 2))
    const inColumn = Math.max(0, ...table.columns.map((column) => scoreWord(column, word)))
    const inMoney = isMoneyWord(word, true) && moneyColumn(table) !== null ? 1 : 0
    const best = Math.max(inName, inColumn, inMoney, described.has(word) ? 0.6 : 0)
    return best < ROW_NOUN && isRowNoun(table, word) ? ROW_NOUN : best
  }
}

function scoreWord(column: Column, word: string): number {
  const isMeant = (value: string) => likeness(value, word) >= 0.7 || isAdjectiveOf(word, value)
  const isValue = column.kind === 'text' && column.samples.some((value) => isMeant(stem(value)))
  const inName = Math.max(0, ...column.stems.map((own) => likeness(own, word)))
  const isDone = column.kind === 'date' && column.stems.some((verb) => isPastOf(word, verb))
  const inDescription = column.descriptionStems.includes(word) ? 0.4 : 0
  return Math.max(
    isValue ? 1.2 : 0,
    isDone ? 0.7 : 0,
    inName * (0.6 + 0.4 / column.stems.length),
    inDescription,
  )
}
