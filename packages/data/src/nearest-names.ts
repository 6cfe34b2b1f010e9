/** Up to `limit` of the names that are closest to a wrong one: same letters in another case first, then few edits, then shared beginnings. */
export function nearestNames(wrong: string, names: Iterable<string>, limit = 3): string[] {
  const target = plain(wrong)
  const reach = Math.max(2, target.length * 0.6)
  return [...new Set(names)]
    .map((name) => ({ name, distance: distanceOf(target, { name: plain(name), reach }) }))
    .filter(({ distance }) => distance <= reach)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ name }) => name)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Infinite where it must be beyond the reach: a catalogue may have half a million names. */
function distanceOf(a: string, { name: b, reach }: { name: string; reach: number }): number {
  if (a === b) return 0
  if (a !== '' && (b.startsWith(a) || b.endsWith(a) || (b !== '' && (a.startsWith(b) || a.endsWith(b)))))
    return 1
  return Math.abs(a.length - b.length) > reach ? Number.POSITIVE_INFINITY : editDistance(a, b)
}

/** By Wagner and Fischer (https://doi.org/10.1145/321796.321811), in one row. */
function editDistance(a: string, b: string): number {
  const costs = new Uint16Array(b.length + 1)
  for (let column = 1; column <= b.length; column++) costs[column] = column
  for (let row = 1; row <= a.length; row++) {
    let diagonal = row - 1
    costs[0] = row
    for (let column = 1; column <= b.length; column++) {
      const above = costs[column] ?? 0
      const change = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1
      costs[column] = Math.min(above + 1, (costs[column - 1] ?? 0) + 1, diagonal + change)
      diagonal = above
    }
  }
  return costs[b.length] ?? 0
}
