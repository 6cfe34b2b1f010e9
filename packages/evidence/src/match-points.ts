import type { MatchedDerived } from './match-derived.ts'
import { chanceOf, isShown } from './match-number.ts'
import type { ProvenNumber } from './number-span.ts'
import { placedWithin } from './placed-within.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable } from './result-table.ts'

const POINTS =
  /percentage[ -]points?|\bpp\b|prozentpunkt|points? de pourcentage|puntos? porcentual|个?百分点|個百分點/i
const MOST_BEFORE = 6

/**
 * Finds whether a number of percentage points is the difference of two percentages of its sentence that stand in front of
 * it and are proven: "from 14.4 % to 15.5 %, a gain of 1.1 percentage points".
 */
export function matchPoints(
  number: WrittenNumber,
  given: {
    readonly text: string
    readonly sentence: { readonly start: number }
    readonly numbers: readonly WrittenNumber[]
    readonly proven: ReadonlyMap<WrittenNumber, ProvenNumber>
    readonly tables: readonly ResultTable[]
  },
): MatchedDerived | null {
  const { text, sentence, numbers, proven, tables } = given
  const { offset, length } = number
  if (!POINTS.test(text.slice(offset, offset + length + 24))) return null
  const before = placedWithin({ start: sentence.start, end: offset }, numbers)
    .filter((one) => one.unit === '%' && proven.has(one))
    .slice(-MOST_BEFORE)
  const pairs = before.flatMap((one, index) => before.slice(index + 1).map((other) => [one, other] as const))
  for (const [one, other] of pairs) {
    const span = proven.get(other)
    const table = tables.find(({ result }) => result.step === span?.step)
    const value = Math.abs((one.readings[0]?.value ?? 0) - (other.readings[0]?.value ?? 0))
    const values = [value, Math.abs(exactOf(one, proven) - exactOf(other, proven))]
    const shown = values.find((value) => isShown({ ...number, unit: '%' }, { value, unit: '%' }))
    if (!table || shown === undefined) continue
    const base = {
      column: span?.column ?? null,
      row: null,
      unit: '%',
      isPointed: true,
      cue: 'difference' as const,
    }
    const chance = chanceOf(2 * pairs.length, number.digits)
    return { table, candidate: { ...base, rule: 'difference', value: shown }, chance }
  }
  return null
}

/** The exact value of a proven percentage; NaN where its cell holds no number, or a fraction of 1. */
function exactOf(number: WrittenNumber, proven: ReadonlyMap<WrittenNumber, ProvenNumber>): number {
  const value = Number(proven.get(number)?.value ?? Number.NaN)
  const isNear = number.readings.some((one) => Math.abs(one.value - value) <= 1)
  return isNear ? value : Number.NaN
}
