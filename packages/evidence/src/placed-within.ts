type Placed = { readonly offset: number }

/** Returns what begins in a part of a text. It is given, and returned, in the order of the text. */
export function placedWithin<One extends Placed>(
  { start, end }: { readonly start: number; readonly end: number },
  placed: readonly One[],
): readonly One[] {
  const from = firstFrom(placed, start)
  return placed.slice(from, firstFrom(placed, end))
}

/** Returns the index of the first of what is placed at or behind an offset; their number where none is. */
export function firstFrom(placed: readonly Placed[], offset: number): number {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle]?.offset ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
