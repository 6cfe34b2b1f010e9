import type { Table } from './catalog.ts'
import { findFilters } from './find-filters.ts'
import type { Filter } from './plan.ts'
import { type Question, readQuestion } from './read-question.ts'

const SHARE = `(?:share|percentage|percent|proportion|fraction|%)`
const VERB = `(?:is|are|was|were|has|have|had|does|do|did|comes?|came|lives?|lived|fail(?:s|ed)?|weighs?|costs?|earn(?:s|ed)?|departed|left|arrived)`
const WHOLE = new RegExp(String.raw`\b${SHARE}\s+of\s+(?:all\s+|the\s+)*(.+?)\s+${VERB}\b`, 'i')
/** A time beside the part, as in "are dramas released in 2005": it may limit the part or the whole. */
const PART_IN_TIME = /\b(?:is|are|was|were)\b.*\b(?:\p{L}+ed|made|sold|built|born)\s+in\s+\d{4}\b/iu

/**
 * Returns the conditions that limit the whole of a share: in "What percentage of Adelie penguins are male?" the
 * species. Returns null when the question leaves no part, or does not say what its time limits.
 */
export function findWhole(
  { text }: Question,
  table: Table,
  filters: readonly Filter[],
): readonly Filter[] | null {
  const phrase = WHOLE.exec(text)?.[1]
  // A word with a capital letter is read as a name only after another word, so "of" is put in front.
  const named = phrase === undefined ? [] : findFilters(readQuestion(`of ${phrase}`), table)
  const whole = filters.filter((filter) => named.some((other) => isSame(filter, other)))
  const parts = filters.filter((filter) => !whole.includes(filter) && filter.kind !== 'years')
  const isUnclear = PART_IN_TIME.test(text) && filters.length > parts.length + whole.length
  // Without a verb after it, no word says where the whole ends.
  const isOpen = phrase === undefined && parts.length > 1
  return parts.length === 0 || isUnclear || isOpen ? null : whole
}

function isSame(left: Filter, right: Filter): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
