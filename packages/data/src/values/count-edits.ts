/** Letters that are left out, added, replaced or swapped with their neighbour to make one word of the other. At most 3. */
export function countEdits(a: string, b: string): number {
  const most = 3
  if (Math.abs(a.length - b.length) >= most) return most
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const replaced = (last[at - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwapped = a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const swapped = isSwapped && !isSame ? (before[at - 2] ?? most) + 1 : most
      next.push(Math.min(replaced, swapped, (last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    before = last
    last = next
  }
  return Math.min(most, last[b.length] ?? most)
}
