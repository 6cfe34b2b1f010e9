import type { Table } from './catalog.ts'
import { spanOf } from './match-columns.ts'
import type { Question } from './read-question.ts'
import { toWords } from './words.ts'

/**
 * Returns a question without the name of a table of several words behind "in", "of" or "from": "in sales of 2019 to 2023"
 * names the table, and limits no years.
 */
export function withoutTable(question: Question, { name, source }: Pick<Table, 'name' | 'source'>): Question {
  const { tokens, text } = question
  const [longest] = [name.split('.').at(-1) ?? '', source]
    .map(toWords)
    .filter(({ length }) => length > 1)
    .map((words) => spanOf(words, tokens))
    .filter(({ start, length }) => length > 0 && BEFORE_TABLE.test(tokens[start - 1]?.word ?? ''))
    .toSorted((left, right) => right.length - left.length)
  if (longest === undefined) return question
  const named = tokens.slice(longest.start, longest.start + longest.length)
  const phrase = named.map(({ text: word }) => word.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('\\W+')
  return {
    ...question,
    text: text.replace(new RegExp(phrase, 'u'), ''),
    tokens: tokens.filter((token) => !named.includes(token)),
  }
}

const BEFORE_TABLE = /^(?:in|of|from|within)$/
