import type { NumberReading, WrittenNumber } from './read-numbers.ts'
import { conversionOf } from './units.ts'

/** A value that a number may state. */
export type Candidate = {
  readonly value: number
  readonly rule: string
  readonly column: string | null
  /** The unit of the value; null where it states none. */
  readonly unit: string | null
  readonly row: number | null
  /** Of a change in percent: whether it goes down. */
  readonly isFall?: boolean
  /** Of a difference: whether one of the two values is 0, so that the difference is the other value. */
  readonly isToZero?: boolean
}

/** Relative difference that calculating in another order makes. */
const NOISE = 1e-12

/** Whether a value is what the number shows, at its precision and in its unit. */
export function isShown(number: WrittenNumber, { value, unit }: Pick<Candidate, 'value' | 'unit'>): boolean {
  const factor = conversionOf(unit, number.unit)
  if (factor === null || !Number.isFinite(value)) return false
  return number.readings.some((reading) => isNear(reading, value * factor))
}

/** The range of values in the column's unit that the reading of a number shows; null when the units differ. */
export function rangeOf(
  { value, tolerance }: NumberReading,
  { unit, shownUnit }: { readonly unit: string | null; readonly shownUnit: string | null },
): { readonly low: number; readonly high: number } | null {
  const factor = conversionOf(unit, shownUnit)
  if (factor === null) return null
  const margin = tolerance + Math.abs(value) * NOISE + 1e-12
  return { low: (value - margin) / factor, high: (value + margin) / factor }
}

/** Whether a value lies in one of the ranges. */
export function isInOne(
  ranges: readonly { readonly low: number; readonly high: number }[],
  value: number,
): boolean {
  for (const { low, high } of ranges) if (value >= low && value <= high) return true
  return false
}

function isNear({ value, tolerance }: NumberReading, given: number): boolean {
  return Math.abs(given - value) <= tolerance + Math.abs(value) * NOISE + 1e-12
}

/**
 * The readings of a number that its sentence allows: rounded ones behind "about" and "more than", and negative ones where
 * the sentence speaks of a fall or the number stands in brackets.
 */
export function widen(number: WrittenNumber, before: string, isFall: boolean): WrittenNumber {
  const least = number.form === 'fraction' ? FRACTION : 0
  const zeros = number.readings.map(({ value, tolerance }) =>
    Math.max(tolerance, least, 0.5 * roundTo(value)),
  )
  const widened = number.readings.flatMap(({ value, tolerance }, index): NumberReading[] => {
    const wide = zeros[index] ?? tolerance
    if (ABOUT.test(before)) return [{ value, tolerance: wide }]
    if (OVER.test(before))
      return [
        { value, tolerance },
        { value: value + wide, tolerance: wide },
      ]
    return UNDER.test(before)
      ? [
          { value, tolerance },
          { value: value - wide, tolerance: wide },
        ]
      : [{ value, tolerance }]
  })
  const negative = widened.map(({ value, tolerance }) => ({ value: -value, tolerance }))
  const isSigned = isFall || number.isBracketed
  return { ...number, readings: isSigned ? [...widened, ...negative] : widened }
}

const ABOUT =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|some|rund|etwa|ungefähr|environ|unos|unas)|[~≈])\s*$/i
const OVER = /\b(?:over|more than|above|exceed\w*|at least|über|mehr als|plus de|más de)\s*$/i
const UNDER = /\b(?:under|nearly|almost|less than|below|just under|fast|knapp|presque|casi)\s*$/i

/** How far a share may be from a fraction in words, such as "about half". */
const FRACTION = 0.05

/** The unit of the last digit that is not zero: 100 of 3,700. */
function roundTo(value: number): number {
  const size = Math.abs(value)
  if (size === 0 || !Number.isInteger(size)) return 0
  let unit = 1
  while (unit < 1e15 && size % (unit * 10) === 0) unit *= 10
  return unit
}

/**
 * How likely one of this many values shows the same digits by chance, from 0 to 1. A number of `digits` digits takes one of
 * 9 · 10^(digits - 1) forms.
 */
export function chanceOf(count: number, digits: number): number {
  const forms = 9 * 10 ** (Math.min(15, digits) - 1)
  return 1 - (1 - 1 / forms) ** count
}
