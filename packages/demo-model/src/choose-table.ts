import type { Column, Table } from './catalogue.ts'
import { matchColumn } from './match-columns.ts'
import { contentTokens, type Question } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

/** Below this a table has too little to do with the question to be used. */
const ENOUGH = 0.8

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
  const noun = stem(toWords(table.name).at(-1) ?? '')
  const own = [...new Set([...toWords(table.name), ...toWords(table.source)].map(stem))]
  const described = new Set(toWords(table.description).map(stem))
  const pairs = tokens.map((token, at) => stem(token.word + (tokens[at + 1]?.word ?? '')))
  const words = [...new Set([...tokens.map((token) => token.stem), ...pairs])]
  const perWord = words.map((word) => {
    const inName = Math.max(likeness(noun, word) * 2.4, ...own.map((name) => likeness(name, word) * 2))
    const inColumn = Math.max(0, ...table.columns.map((column) => scoreWord(column, word)))
    const inDescription = described.has(word) ? 0.6 : 0
    return Math.max(inName, inColumn, inDescription)
  })
  const best = Math.max(0, ...table.columns.map((column) => matchColumn(column, words).score))
  const sum = perWord.reduce((total, score) => total + score, 0)
  return sum + 0.5 * best + (sum > 0 ? 0.2 / (table.rank + 1) : 0)
}

function scoreWord(column: Column, word: string): number {
  const isValue = column.kind === 'text' && column.samples.some((value) => likeness(stem(value), word) >= 0.7)
  const inName = Math.max(0, ...column.stems.map((own) => likeness(own, word)))
  return Math.max(isValue ? 1.2 : 0, inName * (0.6 + 0.4 / column.stems.length))
}
