import type { Operator } from './plan.ts'

/** Words before a number that bound a figure. */
const BEFORE: readonly (readonly [RegExp, Operator])[] = [
  [
    /\b(?:more than|over|above|greater than|exceeding|higher than|longer than|warmer than|hotter than|heavier than|better than|larger than|older than)\s+$/,
    '>',
  ],
  [/\b(?:at least|no less than|minimum of|between)\s+$/, '>='],
  [/\bbetween\s+\d+(?:[.,]\d+)*\s+and\s+$/, '<='],
  [
    /\b(?:less than|under|below|fewer than|lower than|shorter than|colder than|cooler than|lighter than|smaller than|younger than)\s+$/,
    '<',
  ],
  [/\b(?:at most|no more than|up to)\s+$/, '<='],
  [/\b(?:exactly|equal to|equals|with|having|has|have)\s+$/, '='],
]

const UPWARDS = 'more|above|over|up|upwards?|higher|greater|larger|bigger|longer|older|warmer|hotter|heavier'
const DOWNWARDS = 'fewer|less|below|under|lower|smaller|shorter|younger|colder|cooler|lighter'
/** What follows one of these words where the word begins another bound: "or more than 5", "and over 100". */
const OF_NEXT = String.raw`\s+than\b|\s+[$€£¥]?\s?\d`

/** Matches the words behind an "or" that bound the number in front of it, as in "3 or more". */
export const BOUND_BEHIND_OR: string = String.raw`\s+(?:${UPWARDS}|${DOWNWARDS})\b(?!${OF_NEXT})`

/** "3 or more bedrooms". What is compared with the next number ("3 and over 100") is no bound of this one. */
const AT_ONCE = new RegExp(String.raw`^\s+(?:or|and)\s+(${UPWARDS}|${DOWNWARDS})\b(?!${OF_NEXT})`)
/** "3 bedrooms or more", with up to three words between. */
const BEHIND_UNIT = new RegExp(
  String.raw`^((?:\s*[\p{L}\p{N}²³%/]+){1,3}?)\s+(?:or|and)\s+(${UPWARDS}|${DOWNWARDS})(?=\s*(?:[?.!,;]|$)|\s+(?:in|of|to|is|are|was|were|do|does|did|have|has|had|per|by|on|at|with|for|from|and|who|that|there)\b)`,
  'u',
)

/** How a question bounds a figure by a number. */
type Bound = {
  /** Undefined without a word for a bound. */
  readonly operator: Operator | undefined
  /** The text behind the number, without the words of the bound. */
  readonly rest: string
  /** The word behind the number that says which way the bound goes; null for none. */
  readonly word: string | null
}

/** Reads a bound from the text before and behind a number, both in lower case: "at least 3", "3 bedrooms or more", "3+". */
export function boundOf(before: string, behind: string): Bound {
  const operator = BEFORE.find(([pattern]) => pattern.test(before))?.[1]
  if (behind.startsWith('+')) return { operator: '>=', rest: behind.slice(1), word: null }
  const atOnce = AT_ONCE.exec(behind)
  const later = atOnce === null ? BEHIND_UNIT.exec(behind) : null
  const word = atOnce?.[1] ?? later?.[2]
  const length = (atOnce ?? later)?.[0].length ?? 0
  if (word === undefined) return { operator, rest: behind, word: null }
  const direction = new RegExp(`^(?:${UPWARDS})$`).test(word) ? '>=' : '<='
  return { operator: direction, rest: `${later?.[1] ?? ''}${behind.slice(length)}`, word }
}
