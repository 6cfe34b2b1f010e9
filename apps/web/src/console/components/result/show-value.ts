import { numberFormat } from '#web/language/formats.ts'
import { kindOf } from './column-kind.ts'
import { isMissing, type ShownRow, textOf } from './rows.ts'

/** What stands in place of NULL. */
export const DASH = '–'

/** Names of columns whose numbers are no quantities. */
const CODE_NAME = /(?:^|[_\s-])(?:id|code|zip|plz|postcode|phone|number|no|nr|hour|height)$|[a-z]Id$/i
const MAX_DECIMALS = 2
/** For columns of numbers below one. */
const MAX_SMALL_DECIMALS = 4

/** How a column shows its values. */
export type Shown = {
  readonly isNumeric: boolean
  /** A value for reading: rounded, with thousands separators, a dash for NULL. */
  readonly show: (value: unknown) => string
}

/**
 * How a column of a result is shown. Numbers share their decimals, at most two, so that their digits align; years,
 * codes and ids have no separators. Numbers that arrive as text stay as they are unless `type`, the engine's type, is
 * one of numbers.
 */
export function shownColumn(rows: readonly ShownRow[], column: string, type = ''): Shown {
  const values = rows.map((row) => row[column]).filter((value) => !isMissing(value))
  const isNumeric =
    values.length > 0 && values.every((value) => typeof value === 'number' || isNumberText(value))
  if (!isNumeric) return { isNumeric, show: showText }
  const isCode = CODE_NAME.test(column) || kindOf(rows, column) === 'year'
  const areNumbers = values.every((value) => typeof value === 'number') || NUMBER_TYPE.test(type)
  if (isCode || !areNumbers) return { isNumeric, show: showText }
  const decimals = decimalsOf(values.map(String))
  return { isNumeric, show: (value) => (isMissing(value) ? DASH : showNumber(String(value), decimals)) }
}

/** A number by itself: rounded, with thousands separators. */
export function showLoneNumber(value: number): string {
  return showNumber(String(value), decimalsOf([String(value)]))
}

const NUMBER_TYPE = /int|decimal|numeric|double|float|real|number/i

function showText(value: unknown): string {
  return isMissing(value) ? DASH : textOf(value)
}

function isNumberText(value: unknown): boolean {
  return typeof value === 'string' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)
}

function decimalsOf(numbers: readonly string[]): number {
  const largest = Math.max(...numbers.map((number) => Math.abs(Number(number))))
  const present = Math.max(...numbers.map((number) => decimalDigits(number)))
  return Math.min(present, largest < 1 ? MAX_SMALL_DECIMALS : MAX_DECIMALS)
}

function decimalDigits(number: string): number {
  if (number.includes('e-')) return MAX_SMALL_DECIMALS
  return number.split('.')[1]?.replace(/0+$/, '').length ?? 0
}

/** Intl reads all digits of a text, also where they are too many for a number of JavaScript. */
function showNumber(number: string, decimals: number): string {
  const format = numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const shown = format.format(number as `${number}`)
  const isLost = Number(number) !== 0 && /^[^1-9]*$/.test(shown)
  return isLost ? numberFormat({ maximumSignificantDigits: 3 }).format(Number(number)) : shown
}
