/** Longer names are compared by their beginning. */
const MAX_CHARACTERS = 100
/** Names with more edits are not suggested. */
const MAX_EDITS = 10
/** How many characters of names one call may read, and how many cells of distance tables it may fill: milliseconds. */
const MAX_READ_CHARACTERS = 2_000_000
const MAX_CELLS = 1_000_000

/**
 * Up to `limit` of the names that are closest to a wrong one: the same letters in another case first, then few edits,
 * then shared beginnings. Reads a bounded part of the names, of which a catalog may have half a million. The names whose
 * letters differ least are compared first, until a fixed amount of work is done.
 */
export function nearestNames(wrong: string, names: Iterable<string>, limit = 3): string[] {
  const target = lettersOf(wrong)
  const counts = countLetters(target)
  const maxEdits = Math.min(MAX_EDITS, Math.max(2, Math.floor(target.length * 0.6)))
  const byBound = Array.from({ length: maxEdits + 1 }, (): Candidate[] => [])
  let read = 0
  for (const name of names) {
    if (read > MAX_READ_CHARACTERS) break
    const letters = lettersOf(name)
    read += letters.length
    const bound = leastEdits(target, { letters, counts, maxEdits })
    byBound[bound]?.push({ name, letters })
  }
  return closest(target, { byBound, maxEdits, limit })
}

/** The part of the letters of a name that a typing error may change. */
const TYPO_SHARE = 0.25

/** Whether two names differ as by a typing error: the same letters in another case, or few edits for their length. */
export function isNearName(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  if (a === '' || b === '') return false
  const maxEdits = Math.floor(Math.min(a.length, b.length) * TYPO_SHARE)
  return Math.abs(a.length - b.length) <= maxEdits && editDistance(a, b, maxEdits) <= maxEdits
}

type Candidate = { readonly name: string; readonly letters: string }

/** `byBound`: candidates by the least number of edits that they can need. */
function closest(
  target: string,
  { byBound, maxEdits, limit }: { byBound: readonly Candidate[][]; maxEdits: number; limit: number },
): string[] {
  const found = new Map<string, number>()
  let cells = 0
  for (const [bound, candidates] of byBound.entries()) {
    // No further candidate can be closer than those that were found.
    if (
      found
        .values()
        .filter((edits) => edits <= bound)
        .take(limit)
        .toArray().length >= limit
    )
      break
    for (const { name, letters } of candidates) {
      if (cells > MAX_CELLS) break
      if (found.has(name)) continue
      cells += letters.length * (2 * maxEdits + 1)
      const edits = bound <= 1 && sharesEnd(target, letters) ? bound : editDistance(target, letters, maxEdits)
      if (edits <= maxEdits) found.set(name, edits)
    }
  }
  return [...found]
    .sort(([, a], [, b]) => a - b)
    .slice(0, limit)
    .map(([name]) => name)
}

/** A name in lower case, with letters and digits only. */
function lettersOf(name: string): string {
  const start = name.slice(0, MAX_CHARACTERS).toLowerCase()
  return PLAIN.test(start) ? start : start.replace(/[^\p{L}\p{N}]/gu, '')
}

const PLAIN = /^[a-z0-9]*$/

function sharesEnd(a: string, b: string): boolean {
  if (a === '' || b === '') return false
  return b.startsWith(a) || b.endsWith(a) || a.startsWith(b) || a.endsWith(b)
}

/** Number of letter counters. Two letters with the same counter only make the bound less tight. */
const COUNTERS = 64

/** Reused for each name, so that no array is created. */
const LEFT = new Int16Array(COUNTERS)

function countLetters(letters: string): Int16Array {
  const counts = new Int16Array(COUNTERS)
  for (let at = 0; at < letters.length; at++) {
    const slot = letters.charCodeAt(at) % COUNTERS
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return counts
}

/**
 * A bound below the number of edits, from how often each letter occurs: every edit adds or takes away one letter, or
 * both. 0 and 1 for names that are the same or share a beginning or an end; `maxEdits` + 1 for those too far away.
 */
function leastEdits(
  target: string,
  { letters, counts, maxEdits }: { letters: string; counts: Int16Array; maxEdits: number },
): number {
  if (letters === target) return 0
  if (sharesEnd(target, letters)) return 1
  if (Math.abs(letters.length - target.length) > maxEdits) return maxEdits + 1
  LEFT.set(counts)
  let extra = 0
  for (let at = 0; at < letters.length; at++) {
    const slot = letters.charCodeAt(at) % COUNTERS
    const count = (LEFT[slot] ?? 0) - 1
    LEFT[slot] = count
    if (count < 0) extra++
  }
  const missing = extra + target.length - letters.length
  return Math.min(maxEdits + 1, Math.max(1, extra, missing))
}

/**
 * The number of edits by Wagner and Fischer (https://doi.org/10.1145/321796.321811), in one row and only near the
 * diagonal, as Ukkonen showed (https://doi.org/10.1016/S0019-9958(85)80046-2). More than `maxEdits` for names farther
 * apart.
 */
function editDistance(a: string, b: string, maxEdits: number): number {
  const far = maxEdits + 1
  const costs = new Uint16Array(b.length + 1).fill(far)
  for (let column = 0; column <= Math.min(b.length, maxEdits); column++) costs[column] = column
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - maxEdits)
    const to = Math.min(b.length, row + maxEdits)
    let diagonal = costs[from - 1] ?? far
    costs[from - 1] = from === 1 ? Math.min(row, far) : far
    for (let column = from; column <= to; column++) {
      const above = costs[column] ?? far
      const change = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1
      costs[column] = Math.min(above + 1, (costs[column - 1] ?? far) + 1, diagonal + change)
      diagonal = above
    }
  }
  return costs[b.length] ?? far
}
