import type { Pointed } from './pointed-rows.ts'
import type { WrittenNumber } from './read-numbers.ts'

type InClause = {
  readonly clause: Pointed
  readonly start: number
  readonly sentence: Pointed
  /** Where the sentence begins. */
  readonly begin: number
  readonly text: string
}

/**
 * The rows that a clause names, or else the rows of a name that reaches into the clause ("Hong Kong, China: 82.5"),
 * stands before its bracket ("Adelie (3,700 g, 44 %)") or opens its sentence ("In May, it was 21 °C").
 */
export function clauseOf(
  { offset }: WrittenNumber,
  { clause, start, sentence, begin, text }: InClause,
): Pointed {
  if (clause.rows.size > 0) return clause
  const bracket = openBracket(text, offset)
  const names = sentence.mentions.filter(
    ({ at, end }) =>
      (at < start && end >= start && end <= offset) ||
      (end <= start &&
        OPENING.test(text.slice(begin, at)) &&
        /^[\s*_]*[,，][\s*_]*$/.test(text.slice(end, start))) ||
      (bracket !== null && end <= bracket && /^[\s*_`]*$/.test(text.slice(end, bracket))),
  )
  const rows = new Set(names.flatMap((name) => [...name.rows]))
  return rows.size === 0 ? clause : { rows, mentions: clause.mentions }
}

/** What may stand in front of the name that opens a sentence. */
const OPENING = /^[\s*_>-]*(?:(?:in|im|en|au|for|für|pour|para|on|am|at|by|with)\s+(?:the\s+)?)?$/i

/** Maximum characters between an opening bracket and a number in it. */
const MOST_BRACKET = 120

/** Where the bracket around a place opens; null outside of brackets. */
function openBracket(text: string, offset: number): number | null {
  const from = Math.max(0, offset - MOST_BRACKET)
  const before = text.slice(from, offset)
  const at = Math.max(before.lastIndexOf('('), before.lastIndexOf('（'))
  return at < 0 || /[)）\n]/.test(before.slice(at)) ? null : from + at
}
