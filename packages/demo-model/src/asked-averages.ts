import type { Table } from './catalog.ts'
import { coveredBy, figuresOf, isRowNoun } from './match-columns.ts'
import type { Aggregate, Question } from './read-question.ts'
import { stem } from './words.ts'

/**
 * Returns the question with the aggregate that its words imply: "the average number of bedrooms" of a table with a
 * column of bedrooms counts no rows, and the cost "per patient" of a table of patients is no sum.
 */
export function withAskedAverage(question: Question, table: Table): Question {
  const aggregate = ofNumber(question, table) ?? ofRows(question, table)
  return aggregate === undefined ? question : { ...question, aggregate }
}

function ofNumber({ text }: Question, table: Table): Aggregate | undefined {
  const [, word = '', noun = ''] = NUMBER_OF.exec(text) ?? []
  const isFigure = figuresOf(table).some((column) => coveredBy(column, stem(noun.toLowerCase())))
  return isFigure ? NUMBERS.get(word.toLowerCase()) : undefined
}

const NUMBER_OF = /\b(average|mean|median|total) number of (\p{L}+)/iu
const NUMBERS: ReadonlyMap<string, Aggregate> = new Map([
  ['average', 'avg'],
  ['mean', 'avg'],
  ['median', 'median'],
  ['total', 'sum'],
])

function ofRows({ tokens, aggregate }: Question, table: Table): Aggregate | undefined {
  // "Per weather" and "per day" are groups, also of a table whose rows have these names.
  const groups = table.columns.filter(({ kind }) => kind !== 'number')
  const isRow = (noun: string) =>
    noun !== 'day' && isRowNoun(table, noun) && !groups.some((column) => coveredBy(column, noun))
  const isPerRow = tokens.some(({ word }, at) => word === 'per' && isRow(tokens[at + 1]?.stem ?? ''))
  return isPerRow && aggregate === null ? 'avg' : undefined
}
