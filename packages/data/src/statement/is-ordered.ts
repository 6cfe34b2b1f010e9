import type { Statement } from './statement.ts'

/** Whether a statement orders the rows of its result: an ORDER BY outside of all brackets. */
export function isOrdered({ tokens }: Pick<Statement, 'tokens'>): boolean {
  let depth = 0
  return tokens.some(({ kind, text, word }, index) => {
    if (kind === 'symbol' && OPENING.has(text)) depth++
    if (kind === 'symbol' && CLOSING.has(text)) depth--
    return depth === 0 && word === 'order' && tokens[index + 1]?.word === 'by'
  })
}

const OPENING = new Set(['(', '[', '{'])
const CLOSING = new Set([')', ']', '}'])
