import type { Surroundings } from './match-cells.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable } from './result-table.ts'
import { isSameWord } from './words-of.ts'

/** Finds whether a number is how many rows there are, or how many of them the sentence names; null otherwise. */
export function findRowCount(
  { readings, unit, form, offset, length }: WrittenNumber,
  around: readonly (Surroundings & { readonly table: ResultTable })[],
  isTotalOfCount: () => boolean,
) {
  const isCount = (count: number | null) =>
    count !== null &&
    readings.some(({ value, tolerance }) => value === count && (tolerance === 0.5 || tolerance === 0))
  if ((unit !== null && !/^(?:days?|weeks?|hours?|minutes?)$/.test(unit)) || form === 'fraction') return null
  for (const { table, sentence, clause, scopes, clauseCues } of around) {
    const { rowCount, isLoose } = table.result
    if (isLoose) continue
    const next = scopes.clause.words.find((word) => word.offset >= offset + length)
    const isOfRows = table.columns.some(
      ({ words }) => next && words.some((word) => isSameWord(word, next.word)),
    )
    const isFigure = clauseCues('max') || clauseCues('min') || clause.rows.size > 0
    if (isCount(rowCount) && rowCount !== 1 && (isOfRows || !isFigure || isTotalOfCount()))
      return { kind: 'row_count' as const, table }
    const named = new Set(sentence.mentions.flatMap(({ rows }) => [...rows].slice(0, 1))).size
    if (named >= 2 && clause.rows.size === 0 && isCount(named)) return { kind: 'named' as const, table }
  }
  return null
}
