import type { ReadingSettings } from '@parley/domain'
import {
  describeSigns,
  hasSigns,
  isNegative,
  isPlain,
  type NumberSigns,
  signsIn,
  withoutSigns,
} from './number-signs.ts'
import { quoteText } from './open-duckdb.ts'
import type { Proposal, Reading } from './reading.ts'

/** Thousands in groups of three behind a comma, a point, an apostrophe or a space, plain or not breaking. */
const GROUP_MARKS = [',', '.', "'", '’', ' ', '\u00a0', '\u202f']
/** Most digits that a BIGINT always holds. */
const DIGITS = 18

type Marks = { readonly group: string; readonly decimal: '.' | ',' }

/**
 * How the values of a text column may be read as numbers with a decimal comma, with thousands separators, or with signs
 * around them, judged by some of them; null when they are no such numbers. `separator` is what stands between the values
 * of the file: where every value fits both ways, such as 1,234, a comma means thousands unless the separator is a
 * semicolon.
 */
export function proposeNumbers(
  samples: readonly string[],
  { separator, settings }: { separator: string; settings: ReadingSettings },
): Proposal | null {
  const found = signsIn(samples)
  if (!found) return null
  const { signs, numbers } = found
  const seen = new Set(numbers.join('').replace(/[0-9]/g, ''))
  const fitting = MARKS.filter(
    (marks) =>
      isWorthTrying(marks, seen) &&
      numbers.every((number) => patternOf(marks).test(number)) &&
      !areBothGroups(marks, numbers),
  )
  if (fitting.length === 0) return null
  const wanted = settings.decimalMark ?? (separator === ';' ? ',' : '.')
  const preferred = fitting.findIndex(({ decimal }) => decimal === wanted)
  const hasGroups = numbers.some((number) => /[^0-9]/.test(number))
  return {
    readings: fitting.map((marks) =>
      isPlain(signs) ? reading(marks, hasGroups) : signedReading(marks, signs),
    ),
    preferred: Math.max(0, preferred),
  }
}

const MARKS: readonly Marks[] = GROUP_MARKS.flatMap((group) =>
  ([',', '.'] as const).filter((decimal) => decimal !== group).map((decimal) => ({ group, decimal })),
)

/** Each reading costs the engine a pattern a column, so marks that no sample has are not tried. */
function isWorthTrying({ group, decimal }: Marks, seen: ReadonlySet<string>): boolean {
  const isUsual = group === (decimal === '.' ? ',' : '.')
  return seen.has(group) || (isUsual && (seen.size > 0 || decimal === '.'))
}

/**
 * Whether the mark of decimals may separate thousands too, as in 566,216 beside 1 414. Then every number with that mark
 * has at most three digits before it, three behind it, and no mark of thousands.
 */
function areBothGroups({ group, decimal }: Marks, numbers: readonly string[]): boolean {
  const withDecimals = numbers.filter((number) => number.includes(decimal))
  const likeGroup = new RegExp(`^[+-]?[1-9][0-9]{0,2}[${decimal}][0-9]{3}$`)
  return (
    withDecimals.length > 0 &&
    numbers.some((number) => number.includes(group)) &&
    withDecimals.every((number) => likeGroup.test(number))
  )
}

function patternOf(marks: Marks): RegExp {
  return new RegExp(`^${sourceOf(marks)}$`)
}

/**
 * The same in JavaScript and in DuckDB. A number with a leading zero in front of groups is an identifier. Lakhs and
 * crores have groups of two before the last three digits, behind commas.
 */
function sourceOf({ group, decimal }: Marks): string {
  const lakhs = group === ',' ? '|[1-9][0-9]?(,[0-9]{2})+,[0-9]{3}' : ''
  return `[+−-]?([1-9][0-9]{0,2}([${group}][0-9]{3})+${lakhs}|0|[1-9][0-9]*)([${decimal}][0-9]+)?`
}

/** SQL for a number as the engine writes it. */
function plainNumber(value: string, { group, decimal }: Marks): string {
  return `replace(replace(replace(${value}, ${quoteText(group)}, ''), ${quoteText(decimal)}, '.'), '−', '-')`
}

function reading(marks: Marks, hasMarks: boolean): Reading {
  const { group, decimal } = marks
  const pattern = quoteText(sourceOf(marks))
  return {
    check: (value) => `regexp_full_match(${value}, ${pattern}) AND length(${value}) <= ${DIGITS}`,
    read: (value) => `CAST(${plainNumber(value, marks)} AS DOUBLE)`,
    tighter: [
      {
        check: (value) => `NOT contains(${value}, ${quoteText(decimal)})`,
        read: (value) => `CAST(${plainNumber(value, marks)} AS BIGINT)`,
      },
    ],
    kind: 'numbers',
    ...(hasMarks && { settings: { decimalMark: decimal } }),
    note: hasMarks
      ? `Text in the file, read as numbers with ${NAMES[decimal]} before the decimals and ${NAMES[group] ?? 'a space'} between thousands.`
      : 'Text in the file, read as numbers.',
  }
}

/** Amounts with a currency become decimals, so that their sums are exact. */
function signedReading(marks: Marks, signs: NumberSigns): Reading {
  const plain = reading(marks, true)
  const number = (value: string, type: string) => {
    const cast = `CAST(${plainNumber(withoutSigns(value, signs), marks)} AS ${type})`
    return `CASE WHEN ${isNegative(value)} THEN -${cast} ELSE ${cast} END`
  }
  const decimals = (places: number) => ({
    check: (value: string) =>
      `regexp_full_match(${withoutSigns(value, signs)}, ${quoteText(`[^${marks.decimal}]*([${marks.decimal}][0-9]{0,${places}})?`)})`,
    read: (value: string) => number(value, `DECIMAL(18, ${places})`),
  })
  const whole = {
    check: (value: string) => `NOT contains(${value}, ${quoteText(marks.decimal)})`,
    read: (value: string) => number(value, 'BIGINT'),
  }
  return {
    ...plain,
    check: (value) => `${hasSigns(value, signs)} AND ${plain.check(withoutSigns(value, signs))}`,
    read: (value) => number(value, 'DOUBLE'),
    tighter: signs.currency === '' ? [whole] : [decimals(2), decimals(4)],
    note: `${plain.note}${describeSigns(signs)}`,
  }
}

const NAMES: Readonly<Record<string, string>> = {
  ',': 'a comma',
  '.': 'a point',
  "'": 'an apostrophe',
  '’': 'an apostrophe',
}
