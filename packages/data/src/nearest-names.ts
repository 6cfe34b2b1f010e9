/** Up to `limit` of the names that are closest to a wrong one: same letters in another case first, then few edits, then shared beginnings. */
export function nearestNames(wrong: string, names: Iterable<string>, limit = 3): string[] {
  const target = plain(wrong)
  return [...names]
    .map((name) => ({ name, distance: distanceOf(target, plain(name)) }))
    .filter(({ distance }) => distance <= Math.max(2, target.length * 0.6))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ name }) => name)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function distanceOf(a: string, b: string): number {
  if (a === b) return 0
  if (a !== '' && (b.startsWith(a) || b.endsWith(a) || (b !== '' && (a.startsWith(b) || a.endsWith(b)))))
    return 1
  return editDistance(a, b)
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      const options = [previous[column], current[column - 1], previous[column - 1]].map((cost) => cost ?? 0)
      current.push(Math.min((options[0] ?? 0) + 1, (options[1] ?? 0) + 1, (options[2] ?? 0) + change))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
