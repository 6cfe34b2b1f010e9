import type { ReadingSettings } from '@parley/domain'
import { quoteText } from './open-duckdb.ts'
import type { Proposal, Reading } from './text-readings.ts'

/** Thousands in groups of three behind a comma, a point, an apostrophe or a space, plain or not breaking. */
const GROUP_MARKS = [',', '.', "'", '’', ' ', '\u00a0', '\u202f']
/** Most digits that a BIGINT always holds. */
const DIGITS = 18

type Marks = { readonly group: string; readonly decimal: '.' | ',' }

/**
 * How the values of a text column may be read as numbers with a decimal comma or with thousands separators, judged by some
 * of them; null when they are no such numbers. `separator` is what stands between the values of the file: where every
 * value fits both ways, such as 1,234, a comma means thousands unless the separator is a semicolon.
 */
export function proposeNumbers(
  samples: readonly string[],
  { separator, settings }: { separator: string; settings: ReadingSettings },
): Proposal | null {
  const fitting = MARKS.filter((marks) => samples.every((sample) => patternOf(marks).test(sample)))
  if (fitting.length === 0 || samples.every((sample) => /^[+-]?\d+([.]\d+)?$/.test(sample))) return null
  const wanted = settings.decimalMark ?? (separator === ';' ? ',' : '.')
  const preferred = fitting.findIndex(({ decimal }) => decimal === wanted)
  return { readings: fitting.map(reading), preferred: Math.max(0, preferred) }
}

const MARKS: readonly Marks[] = GROUP_MARKS.flatMap((group) =>
  ([',', '.'] as const).filter((decimal) => decimal !== group).map((decimal) => ({ group, decimal })),
)

function patternOf(marks: Marks): RegExp {
  return new RegExp(`^${sourceOf(marks)}$`)
}

/** The same for both engines. A number with a leading zero in front of groups is an identifier. */
function sourceOf({ group, decimal }: Marks): string {
  return `[+-]?([1-9][0-9]{0,2}([${group}][0-9]{3})+|0|[1-9][0-9]*)([${decimal}][0-9]+)?`
}

function reading({ group, decimal }: Marks): Reading {
  const plain = (value: string) =>
    `replace(replace(${value}, ${quoteText(group)}, ''), ${quoteText(decimal)}, '.')`
  const pattern = quoteText(sourceOf({ group, decimal }))
  return {
    check: (value) => `regexp_full_match(${value}, ${pattern}) AND length(${value}) <= ${DIGITS}`,
    read: (value) => `CAST(${plain(value)} AS DOUBLE)`,
    readWhole: {
      check: (value) => `NOT contains(${value}, ${quoteText(decimal)})`,
      read: (value) => `CAST(${plain(value)} AS BIGINT)`,
    },
    kind: 'numbers',
    settings: { decimalMark: decimal },
    note: `Text in the file, read as numbers with ${NAMES[decimal]} before the decimals and ${NAMES[group] ?? 'a space'} between thousands.`,
  }
}

const NAMES: Readonly<Record<string, string>> = {
  ',': 'a comma',
  '.': 'a point',
  "'": 'an apostrophe',
  '’': 'an apostrophe',
}
