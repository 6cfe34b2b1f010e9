import type { JsonObject } from '@parley/domain'
import { proveNumbers } from '../prove-numbers.ts'

/**
 * Judges an answer about one result, and returns the rule that proves each of its numbers, or `none`. `rowCount` is the
 * length of the whole result, by default that of `rows`.
 */
export function rulesOf(
  text: string,
  rows: readonly JsonObject[],
  rowCount = rows.length,
): (string | null)[] {
  const results = [{ step: 1, columns: Object.keys(rows[0] ?? {}), rows, rowCount }]
  const spans = [...proveNumbers({ text, question: '', results, statements: [] })]
  return spans.flatMap((span) => (span ? [span.kind === 'none' ? 'none' : span.rule] : []))
}
