import type { ColumnBounds, RowSearch, SearchLimits } from '@parley/domain'
import { rangeOf, widen } from './match-number.ts'
import { MOST_CHARACTERS, readNumbers, type WrittenNumber } from './read-numbers.ts'
import { unitOfColumn } from './units.ts'

/** Words of a text that may name a row. */
const MOST_WORDS = 6
const EVERYTHING = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

type Searched = {
  /** What `readNumbers` finds in the answer, where it was read before. */
  readonly numbers?: readonly WrittenNumber[]
  readonly columns: readonly string[]
  /** Of the columns that hold numbers, where they are known. */
  readonly bounds: readonly ColumnBounds[]
  readonly limits: SearchLimits
}

/** What is sought. The part of the text from `end` on is not sought completely. */
type Sought = RowSearch & { readonly end: number }

/**
 * Returns the numbers and texts of an answer that a result with these columns may hold, as many as one search takes.
 * Numbers outside the bounds of a column are not sought in it. This excludes most readings of a number, such as the
 * negative one.
 */
export function soughtRows(given: string, { numbers, columns, bounds, limits }: Searched): Sought {
  const text = given.slice(0, MOST_CHARACTERS)
  const ranged = columns.map((column) => {
    const { min, max } = bounds.find((known) => known.column === column) ?? EVERYTHING
    return { column, unit: unitOfColumn(column), min, max }
  })
  const ranges: RowSearch['ranges'][number][] = []
  const names = namesIn(text, limits.texts)
  for (const written of numbers ?? readNumbers(text)) {
    if (written.form === 'date' || written.date) continue
    if (written.offset >= names.end || ranges.length >= limits.ranges)
      return { ranges, texts: names.texts, end: Math.min(names.end, written.offset) }
    const { readings, unit: shownUnit } = widen(
      written,
      text.slice(Math.max(0, written.offset - 24), written.offset),
      true,
    )
    for (const { column, unit, min, max } of ranged)
      for (const reading of readings) {
        const shown = [rangeOf(reading, { unit, shownUnit })]
        if (shownUnit === '%')
          shown.push(
            rangeOf({ value: reading.value / 100, tolerance: reading.tolerance / 100 }, WITHOUT_UNITS),
          )
        for (const range of shown)
          if (range && range.high >= min && range.low <= max) ranges.push({ column, ...range })
      }
  }
  return { ranges, texts: names.texts, end: names.end }
}

const WITHOUT_UNITS = { unit: null, shownUnit: null }

/** Runs of words in lines with a digit, as the text writes them, and where the first line that is left out begins. */
function namesIn(text: string, most: number): { readonly texts: readonly string[]; readonly end: number } {
  const names = new Set<string>()
  let start = 0
  for (const line of text.split('\n')) {
    const words = /\d/.test(line)
      ? [...line.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu)]
      : []
    for (const [index, { index: at }] of words.entries())
      for (const last of words.slice(index, index + MOST_WORDS)) {
        const name = line.slice(at, last.index + last[0].length)
        if (names.size >= most) return { texts: [...names], end: start }
        if (/\p{L}/u.test(name) && name.length > 1) names.add(name)
      }
    start += line.length + 1
  }
  return { texts: [...names], end: Number.POSITIVE_INFINITY }
}
