import { FOUND_LIMITS } from './search-limits.ts'

/** What a row of a result has in common with an answer, one bit each. */
export const HAS_NUMBER = 1
export const HAS_TEXT = 2

/** The rows that a search returns: those with a number and a text first, each in the order of the result. */
export function bestRows(hits: Uint8Array): number[] {
  const both: number[] = []
  const one: number[] = []
  for (let row = 0; row < hits.length; row++) {
    const hit = hits[row] ?? 0
    if (hit === 0) continue
    const rows = hit === (HAS_NUMBER | HAS_TEXT) ? both : one
    if (rows.length < FOUND_LIMITS.rows) rows.push(row)
  }
  return [...both, ...one].slice(0, FOUND_LIMITS.rows)
}
