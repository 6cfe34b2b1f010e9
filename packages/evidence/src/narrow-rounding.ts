import type { WrittenNumber } from './read-numbers.ts'

/** How precisely the numbers of one column of a table are written, by what stands around their digits. */
export type Neighbours = ReadonlyMap<string, { readonly tolerance: number; readonly digits: number }>

/** How many numbers must be more precise than another one. A single number may be so by chance. */
const ENOUGH = 2

/** Reads how precisely the numbers of one column of a table are written. */
export function readNeighbours(numbers: readonly WrittenNumber[], text: string): Neighbours {
  const forms = Map.groupBy(
    numbers.filter(({ form, readings }) => form === 'number' && readings.length > 0),
    (number) => formOf(number, text),
  )
  const found = new Map<string, { tolerance: number; digits: number }>()
  for (const [form, alike] of forms) {
    const tolerance = Math.min(...alike.map(toleranceOf))
    const finest = alike.filter((number) => toleranceOf(number) === tolerance)
    if (finest.length >= ENOUGH)
      found.set(form, { tolerance, digits: Math.min(...finest.map(({ digits }) => digits)) })
  }
  return found
}

/**
 * Reads a number as precisely as the others of its column when those have more decimals and more digits: its zeros were
 * left out. Beside 6.84 and 6.36, 7 is 7.00. Beside 1.25 and 10.3, 100 has as many digits and may be rounded.
 */
export function narrowRounding(number: WrittenNumber, neighbours: Neighbours, text: string): WrittenNumber {
  const finest = neighbours.get(formOf(number, text))
  if (number.form !== 'number' || !finest || number.digits >= finest.digits) return number
  const readings = number.readings.map(({ value, tolerance }) => ({
    value,
    tolerance: Math.min(tolerance, finest.tolerance),
  }))
  return { ...number, readings }
}

function toleranceOf({ readings }: WrittenNumber): number {
  return readings[0]?.tolerance ?? Number.POSITIVE_INFINITY
}

function formOf({ offset, length }: WrittenNumber, text: string): string {
  return text.slice(offset, offset + length).replace(/[\d.,'’\s]/g, '')
}
