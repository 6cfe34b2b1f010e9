import type { Column, Table } from './catalogue.ts'
import { isRowNoun, isSpelledOut, matchColumn } from './match-columns.ts'
import { contentTokens, type Question, type Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

/** Below this a table has too little to do with the question to be used. */
const ENOUGH = 0.8
/** The share of the question's words that a table must know something about. */
const KNOWN_SHARE = 0.4

/** What it counts for a table that the question says the whole name of one of its columns. */
const SPELLED_OUT = 1.5

/** The table a question is most likely about, or null when none has enough to do with it. */
export function chooseTable(question: Question, tables: readonly Table[]): Table | null {
  const scored = tables
    .map((table) => ({ table, score: scoreTable(question, table) }))
    .sort((left, right) => right.score - left.score || left.table.rank - right.table.rank)
  const [best] = scored
  return best !== undefined && best.score >= ENOUGH ? best.table : null
}

function scoreTable(question: Question, table: Table): number {
  const tokens = contentTokens(question.tokens)
  const score = scorerOf(table)
  const scores = tokens.map((token, at) => {
    const next = tokens[at + 1]
    const previous = tokens[at - 1]
    const pairs = [
      next === undefined ? '' : token.word + next.word,
      previous === undefined ? '' : previous.word + token.word,
    ]
    return Math.max(score(token.stem), ...pairs.map((pair) => (pair === '' ? 0 : score(stem(pair)))))
  })
  if (knownShare(tokens, scores) < KNOWN_SHARE) return 0
  const words = tokens.map((token) => token.stem)
  const best = Math.max(0, ...table.columns.map((column) => matchColumn(column, words).score))
  // A share is one of something that a column measures.
  const figures = question.isShare ? table.columns.filter(({ kind }) => kind === 'number') : []
  const share = Math.max(0, ...figures.map((column) => matchColumn(column, words).coverage))
  const sum = scores.reduce((total, value) => total + value, 0)
  const spelled = table.columns.some((column) => isSpelledOut(column, question.tokens)) ? SPELLED_OUT : 0
  return sum + 0.5 * best + spelled + 1.5 * share + (sum > 0 ? 0.2 / (table.rank + 1) : 0)
}

/** Names are left out where other words are there: a value need not be among the samples. */
function knownShare(tokens: readonly Token[], scores: readonly number[]): number {
  const plain = scores.filter((_score, at) => tokens[at]?.isName === false)
  const counted = plain.length > 0 ? plain : scores
  return counted.filter((score) => score >= 0.3).length / Math.max(1, counted.length)
}

function scorerOf(table: Table): (word: string) => number {
  const noun = stem(toWords(table.name).at(-1) ?? '')
  const own = [...new Set([...toWords(table.name), ...toWords(table.source)].map(stem))]
  const described = new Set(toWords(table.description).map(stem))
  return (word) => {
    const inName = Math.max(likeness(noun, word) * 2.4, ...own.map((name) => likeness(name, word) * 2))
    const inColumn = Math.max(0, ...table.columns.map((column) => scoreWord(column, word)))
    return Math.max(inName, inColumn, described.has(word) ? 0.6 : 0, isRowNoun(table, word) ? 0.3 : 0)
  }
}

function scoreWord(column: Column, word: string): number {
  const isValue = column.kind === 'text' && column.samples.some((value) => likeness(stem(value), word) >= 0.7)
  const inName = Math.max(0, ...column.stems.map((own) => likeness(own, word)))
  const inDescription = column.descriptionStems.includes(word) ? 0.4 : 0
  return Math.max(isValue ? 1.2 : 0, inName * (0.6 + 0.4 / column.stems.length), inDescription)
}
