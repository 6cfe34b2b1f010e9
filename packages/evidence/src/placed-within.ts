type Placed = { readonly offset: number }

/** Returns the items that begin in a part of a text. The items must be in the order of the text. */
export function placedWithin<One extends Placed>(
  { start, end }: { readonly start: number; readonly end: number },
  placed: readonly One[],
): readonly One[] {
  const from = firstFrom(placed, start)
  return placed.slice(from, firstFrom(placed, end))
}

/** Returns the index of the first item at or behind an offset; the number of items where there is none. */
export function firstFrom(placed: readonly Placed[], offset: number): number {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle]?.offset ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
