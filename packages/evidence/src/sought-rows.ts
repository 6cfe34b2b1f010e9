import type { ColumnFigures, RowSearch } from '@parley/domain'
import { rangeOf, widen } from './match-number.ts'
import { readNumbers } from './read-numbers.ts'
import { unitOfColumn } from './units.ts'

/** What is sought in one result: numbers, ranges of all columns, and texts. */
const MOST_NUMBERS = 60
const MOST_RANGES = 600
const MOST_TEXTS = 500
const MOST_CHARACTERS = 50_000
/** Words of a text that may name a row. */
const MOST_WORDS = 6
const EVERYTHING = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

/**
 * Returns the numbers and texts of an answer that a result with these columns may hold. Numbers outside the figures of a
 * column are not sought in it: most readings of a number, such as the negative one, end there.
 */
export function soughtRows(
  given: string,
  columns: readonly string[],
  figures: readonly ColumnFigures[] = [],
): RowSearch {
  const text = given.slice(0, MOST_CHARACTERS)
  const numbers = readNumbers(text)
    .filter(({ form, date }) => form !== 'date' && !date)
    .slice(0, MOST_NUMBERS)
    .map((number) => widen(number, text.slice(Math.max(0, number.offset - 24), number.offset), true))
  const ranges: RowSearch['ranges'][number][] = []
  for (const column of columns) {
    const unit = unitOfColumn(column)
    const { min, max } = figures.find((known) => known.column === column) ?? EVERYTHING
    const seek = (range: { readonly low: number; readonly high: number } | null) => {
      if (range && range.high >= min && range.low <= max) ranges.push({ column, ...range })
    }
    for (const { readings, unit: shownUnit } of numbers)
      for (const reading of readings) {
        seek(rangeOf(reading, { unit, shownUnit }))
        if (shownUnit !== '%') continue
        const share = { value: reading.value / 100, tolerance: reading.tolerance / 100 }
        seek(rangeOf(share, { unit: null, shownUnit: null }))
      }
  }
  return { ranges: ranges.slice(0, MOST_RANGES), texts: namesIn(text) }
}

/** Runs of words as the text writes them, of lines that hold a digit. */
function namesIn(text: string): string[] {
  const names = new Set<string>()
  for (const line of text.split('\n')) {
    if (!/\d/.test(line)) continue
    const words = [...line.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu)]
    for (const [index, { index: start }] of words.entries())
      for (const last of words.slice(index, index + MOST_WORDS)) {
        const name = line.slice(start, last.index + last[0].length)
        if (names.size >= MOST_TEXTS) return [...names]
        if (/\p{L}/u.test(name) && name.length > 1) names.add(name)
      }
  }
  return [...names]
}
