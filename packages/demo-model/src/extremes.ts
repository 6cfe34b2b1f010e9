import type { Column, Table } from './catalog.ts'
import { spelledOut } from './match-columns.ts'
import type { Measure } from './plan.ts'
import { type Question, SUPERLATIVE, type Token } from './read-question.ts'
import { toLabel } from './words.ts'

/**
 * Whether the question asks for more than the largest figure: for another figure of that row ("the rating of the movie
 * with the highest budget"), or for the longest text ("the longest title").
 */
export function isAboutExtreme({ text, tokens }: Question, { columns }: Table): boolean {
  if (/\bof the \p{L}+(?: \p{L}+)? (?:with|that ha[sd]|which ha[sd]|having) the\b/iu.test(text)) return true
  const texts = columns.filter(({ kind, isLabel }) => kind === 'text' && isLabel)
  return tokens.some(
    ({ word }, at) =>
      /^(?:long|short)est$/.test(word) &&
      texts.some((column) => column.stems.includes(tokens[at + 1]?.stem ?? '')),
  )
}

/** Whether the question asks for a figure of the row that has another extreme: "the wind on the hottest day". */
export function isNested({ tokens }: Question): boolean {
  return tokens.some(
    ({ word }, at) =>
      /^(?:of|on|in|at|for)$/.test(word) &&
      tokens[at + 1]?.word === 'the' &&
      SUPERLATIVE.test(tokens[at + 2]?.word ?? ''),
  )
}

/** Returns the date whose first or last value a question wants by its column's name: "the lowest closing date". */
export function findDates({ tokens }: Question, { columns }: Table): Measure[] {
  const at = tokens.findIndex(({ word }) => SUPERLATIVE.test(word))
  const column = at < 0 ? undefined : columnsBehind(tokens, at, columns).find(({ kind }) => kind === 'date')
  if (column === undefined) return []
  for (const token of tokens) if (token.word === column.name.toLowerCase()) token.use = 'figure'
  return [{ name: toLabel(column.name), columns: [column], aggregate: null, isDistinct: false }]
}

/** Returns the columns whose whole name a question has directly behind one of its words: "the total *plot*". */
export function columnsBehind(tokens: readonly Token[], at: number, columns: readonly Column[]): Column[] {
  const next = tokens[at + 1]
  if (next === undefined) return []
  return columns.filter(
    (column) => column.name.toLowerCase() === next.word || spelledOut(column, tokens)[0] === next,
  )
}

/** A question whose "total" or "average" is a part of a column's name: "the highest total votes" adds nothing up. */
export function withoutNamedAggregate(question: Question, { columns }: Table): Question {
  const { tokens, isDescending } = question
  if (isDescending === null) return question
  const named = columns.flatMap((column) => spelledOut(column, tokens))
  const words = tokens.filter(({ word }) => AGGREGATE.test(word))
  const isOnlyName = words.length > 0 && words.every((token) => named.includes(token))
  return isOnlyName ? { ...question, aggregate: null } : question
}

type Asked = { readonly question: Question; readonly measures: readonly Measure[] }

/** The same where the column is called "total": "the highest total" is the largest value of it, and no sum. */
export function withoutCalledAggregate<Parts extends Asked>(parts: Parts): Parts {
  const { question, measures } = parts
  const isCalled = measures.some(({ columns }) =>
    columns.some(({ name }) => AGGREGATE.test(name.toLowerCase())),
  )
  if (question.isDescending === null || !isCalled) return parts
  return { ...parts, question: { ...question, aggregate: null } }
}

/** Words that make one figure of many values. */
export const AGGREGATE = /^(?:total|sum|average|avg|mean|median)s?$/
