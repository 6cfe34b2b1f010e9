import type { ReadingNoteKind } from '@parley/domain'
import { MISSING_WORDS, noteOfMissing } from '../cell-kind.ts'
import { SAMPLE_CHARACTERS, SAMPLES } from '../text-readings.ts'

/** What the values of a column look like as numbers, counted value by value. */
export type ColumnStats = {
  filled: number
  integers: number
  decimals: number
  /** Numbers with an exponent. */
  exponents: number
  /** Numbers that are written like a code: 007, +4712345678. */
  codes: number
  /** The most digits of a number, without leading zeros. */
  digits: number
  /** The most digits before the point. */
  whole: number
  /** The most digits after the point. */
  fraction: number
  /** Numbers such as 1.234, whose point may separate thousands. */
  grouped: number
  /** Numbers such as 7,5, whose comma is a decimal mark. */
  commas: number
  /** Words that mean no value, such as NA. */
  missing: number
  /** The words true and false. */
  booleans: number
  /** The first value that is not a number, and its line. */
  other: { readonly value: string; readonly line: number } | null
  /** Distinct values from the beginning of the column, cut to the length of a date or a number. */
  readonly samples: Set<string>
}

/** Statistics of a column without values. */
export function emptyStats(): ColumnStats {
  return {
    filled: 0,
    integers: 0,
    decimals: 0,
    exponents: 0,
    codes: 0,
    digits: 0,
    whole: 0,
    fraction: 0,
    booleans: 0,
    grouped: 0,
    commas: 0,
    missing: 0,
    other: null,
    samples: new Set(),
  }
}

/** Samples are taken from this many values at the beginning of a column. */
const SAMPLED_VALUES = 2000
const NUMBER = /^([+-]?)(\d*)(\.?)(\d*)([eE][+-]?\d+)?$/
/** Longer values are not read as numbers. */
const MAX_CHARACTERS = 400
/** A number with a plus sign and at least this many digits is a telephone number. */
const PHONE_DIGITS = 7

/** Counts one value without the blanks around it. `line` is its line in the file. */
export function countValue(stats: ColumnStats, cell: string, line: number): void {
  const value = cell.trim()
  if (value === '') return
  stats.filled++
  if (stats.samples.size < SAMPLES && stats.filled <= SAMPLED_VALUES)
    stats.samples.add(value.slice(0, SAMPLE_CHARACTERS))
  const found = value.length <= MAX_CHARACTERS && startsLikeNumber(value) ? NUMBER.exec(value) : null
  const [, sign = '', whole = '', , fraction = '', exponent] = found ?? []
  if (whole === '' && fraction === '') {
    if (MISSING_WORDS.includes(value.toLowerCase())) stats.missing++
    else if (/^(?:true|false)$/i.test(value)) stats.booleans++
    if (/^[+-]?\d+,(?:\d{1,2}|\d{4,})$/.test(value)) stats.commas++
    stats.other ??= { value: value.slice(0, 60), line }
    return
  }
  if (
    (whole.length > 1 && whole[0] === '0') ||
    (sign === '+' && fraction === '' && whole.length >= PHONE_DIGITS)
  ) {
    stats.codes++
    return
  }
  const significant = `${whole}${fraction}`.replace(/^0+/, '').length
  if (significant > stats.digits) stats.digits = significant
  const wholeDigits = whole === '0' ? 0 : whole.length
  if (wholeDigits > stats.whole) stats.whole = wholeDigits
  if (fraction.length > stats.fraction) stats.fraction = fraction.length
  if (fraction.length === 3 && whole.length <= 3 && whole !== '0' && exponent === undefined) stats.grouped++
  if (exponent !== undefined) stats.exponents++
  else if (fraction === '') stats.integers++
  else stats.decimals++
}

function startsLikeNumber(value: string): boolean {
  const code = value.charCodeAt(0)
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e
}

/** The SQL type of a column; null when its values are not numbers. The note says why a column stays text. */
export type ColumnType = {
  readonly type: string | null
  readonly kind?: ReadingNoteKind
  readonly note?: string
  /** Whether the column stays text and is not read as dates either. */
  readonly isFinal?: boolean
  /** Whether words that mean no value stand among the numbers. */
  readonly hasMissing?: boolean
}

/** A BIGINT holds every integer of this many digits. */
const DIGITS_OF_BIGINT = 18
/** Digits that represent every double exactly. */
const DIGITS_OF_DOUBLE = 17
/** A DECIMAL holds at most this many digits. */
const DIGITS_OF_DECIMAL = 38
/** A column in which a larger share of values is not numbers is not a column of numbers with mistakes. */
const OTHERS_SHARE = 0.5

/** Decides the type of a column from all of its values and its name. Numbers that a double would round become decimals. */
export function typeOfColumn(
  stats: ColumnStats,
  { name, mark, isChosen = false }: { name: string; mark: '.' | ','; isChosen?: boolean },
): ColumnType {
  const { integers, decimals, exponents, codes, missing, booleans } = stats
  const present = stats.filled - missing
  const numbers = integers + decimals + exponents
  if (present === 0) return { type: 'VARCHAR' }
  if (booleans === present && missing === 0) return { type: 'BOOLEAN' }
  if (numbers + codes < present) return mostlyNumbers(stats, present - numbers - codes)
  if (codes > 0)
    return keptAsText('Values begin with 0 or +, as codes and telephone numbers do. Kept as text.')
  if (CODE_NAMES.test(name) && decimals + exponents === 0)
    return keptAsText('The name says that the values are codes. Kept as text.')
  // In a file whose decimal mark is the comma, the point of 1.234 separates thousands.
  if (mark === ',' && decimals > 0 && decimals === stats.grouped && stats.whole <= 3) return { type: null }
  const column = { ...typeOfNumbers(stats, name), ...(!isChosen && thousandsDoubt(stats)) }
  if (missing === 0 || column.isFinal) return column
  return {
    ...column,
    kind: 'numbers',
    note: [noteOfMissing(missing), column.note].filter(Boolean).join(' '),
    hasMissing: true,
  }
}

/**
 * Returns the note on a column in which every number with a point looks like 1.234. `isEvery`: the column has no other
 * numbers, such as 500.
 */
export function doubtOfThousands(isEvery: boolean): {
  readonly kind: ReadingNoteKind
  readonly note: string
} {
  const values = isEvery
    ? 'Every value has three digits behind a point'
    : 'Every value with a point has three digits behind it'
  return {
    kind: 'numbers',
    note: `${values}, such as 1.234, which was read as the decimal mark. If it stands between thousands, choose the comma as decimal mark.`,
  }
}

function thousandsDoubt({ integers, decimals, exponents, grouped, whole }: ColumnStats): Partial<ColumnType> {
  const isDoubtful = decimals > 0 && decimals === grouped && exponents === 0 && whole <= 3
  return isDoubtful && decimals + integers > 1 ? doubtOfThousands(integers === 0) : {}
}

function typeOfNumbers(
  { decimals, exponents, digits, whole, fraction }: ColumnStats,
  name: string,
): ColumnType {
  if (exponents > 0) return digits > DIGITS_OF_DOUBLE ? tooLong() : { type: 'DOUBLE' }
  if (decimals === 0 && digits <= DIGITS_OF_BIGINT) return { type: 'BIGINT' }
  if (digits > DIGITS_OF_DOUBLE)
    return whole + fraction <= DIGITS_OF_DECIMAL
      ? { type: `DECIMAL(${DIGITS_OF_DECIMAL}, ${fraction})` }
      : tooLong()
  if (isMoney(name, { whole, fraction })) return { type: `DECIMAL(18, ${Math.max(2, fraction)})` }
  return { type: 'DOUBLE' }
}

/** Returns the decimal mark of a file: the comma when its columns have numbers such as 7,5 and none such as 7.5. */
export function decimalMarkOf(columns: readonly ColumnStats[]): '.' | ',' {
  const commas = columns.reduce((sum, column) => sum + column.commas, 0)
  const points = columns.reduce((sum, { decimals, grouped }) => sum + decimals - grouped, 0)
  return commas > 0 && points === 0 ? ',' : '.'
}

function keptAsText(note: string): ColumnType {
  return { type: 'VARCHAR', kind: 'kept_as_text', note, isFinal: true }
}

function tooLong(): ColumnType {
  return keptAsText(
    `Numbers have more digits than a number in SQL holds (${DIGITS_OF_DECIMAL}). Kept as text.`,
  )
}

function mostlyNumbers({ filled, other }: ColumnStats, others: number): ColumnType {
  if (other === null || others > filled * OTHERS_SHARE) return { type: null }
  const note =
    others === 1
      ? `1 of ${filled} values is not a number: “${other.value}” in line ${other.line}. Kept as text.`
      : `${others} of ${filled} values are no numbers, the first is “${other.value}” in line ${other.line}. Kept as text.`
  return { type: null, kind: 'kept_as_text', note }
}

const CODE_NAMES =
  /^(?:.*[\s_-])?(?:zip(?:\s?code)?|post(?:al|leit)?[\s_-]?(?:code|zahl)|plz|phone|telephone|tel|fax|mobile|iban|isbn|ssn|ean|gtin|upc|fips|geoid)(?:[\s_-](?:no|nr|number|code))?\.?$/i
const MONEY_NAMES =
  /(?:^|[^\p{L}])(?:price|amount|cost|costs|revenue|sales|fee|salary|wage|income|profit|budget|payment|balance|betrag|preis|umsatz|kosten|montant|prix|importe|precio|eur|usd|gbp|chf|jpy)(?:[^\p{L}]|$)|\p{Sc}/iu

/** Whether a column holds amounts of money: its name says so, and its numbers have at most four decimals. */
function isMoney(name: string, { whole, fraction }: Pick<ColumnStats, 'whole' | 'fraction'>): boolean {
  return fraction <= 4 && fraction > 0 && whole <= 14 && MONEY_NAMES.test(name.replaceAll('_', ' '))
}
