import type { RowSearch } from '@parley/domain'

export type Range = Pick<RowSearch['ranges'][number], 'low' | 'high'>

/** Ranges of numbers, for looking up many values. */
export type RangeSet = {
  /** In ascending order; no two ranges overlap. */
  readonly lows: Float64Array
  readonly highs: Float64Array
  /** Which of the equal parts between the lowest and the highest bound touch a range. */
  readonly touched: Uint8Array
  /** Parts for one unit of the values. */
  readonly scale: number
}

/**
 * Most values lie in a part without a range, so one look decides: a million values take 4.1 ms of processor time against
 * 60 ranges, and 12.8 ms when each is searched among the ranges. Few ranges have few parts, which are cleared first.
 */
const PARTS = { ofEach: 256, atMost: 16_384 }

/** Opens a set of ranges; null without one. */
export function openRangeSet(ranges: readonly Range[]): RangeSet | null {
  const merged: { low: number; high: number }[] = []
  for (const { low, high } of ranges.toSorted((a, b) => a.low - b.low)) {
    const last = merged.at(-1)
    if (last && low <= last.high) last.high = Math.max(last.high, high)
    else merged.push({ low, high })
  }
  const [first, last] = [merged[0], merged.at(-1)]
  if (!first || !last) return null
  const width = last.high - first.low
  const parts = Math.min(PARTS.atMost, PARTS.ofEach * merged.length)
  const scale = width > 0 ? (parts - 1) / width : 0
  const touched = new Uint8Array(parts)
  for (const { low, high } of merged)
    touched.fill(1, ((low - first.low) * scale) | 0, (((high - first.low) * scale) | 0) + 1)
  return {
    lows: Float64Array.from(merged, ({ low }) => low),
    highs: Float64Array.from(merged, ({ high }) => high),
    touched,
    scale,
  }
}

/** Whether some range has values between two bounds. */
export function touchesBounds({ lows, highs }: RangeSet, low: number, high: number): boolean {
  const next = firstAbove(lows, high)
  return next > 0 && (highs[next - 1] ?? 0) >= low
}

type Marking = {
  /** One a row. */
  readonly hits: Uint8Array
  /** The row of the first value. */
  readonly from: number
  /** The bit that marks a row. */
  readonly hit: number
}

/** Marks the rows whose value lies in a range of the set. NaN lies in none. */
export function markRows(set: RangeSet, values: Float64Array, { hits, from, hit }: Marking): void {
  const { lows, highs, touched, scale } = set
  const low = lows[0] ?? Number.NaN
  const high = highs[highs.length - 1] ?? Number.NaN
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN
    if (!(value >= low && value <= high) || touched[((value - low) * scale) | 0] === 0) continue
    const next = firstAbove(lows, value)
    if (value <= (highs[next - 1] ?? Number.NaN)) hits[from + index] = (hits[from + index] ?? 0) | hit
  }
}

/** The index of the first of ascending numbers that is above a value. */
function firstAbove(numbers: Float64Array, value: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) <= value) from = middle + 1
    else to = middle
  }
  return from
}
