import type { Table } from './catalog.ts'
import { type Question, SUPERLATIVE } from './read-question.ts'

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
