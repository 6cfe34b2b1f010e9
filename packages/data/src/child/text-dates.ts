import { DATE_ORDERS, type ReadingSettings } from '@parley/domain'
import { quoteText } from './open-duckdb.ts'
import type { Proposal, Reading } from './reading.ts'

/** Dates as texts, by the form of the first value. Times follow after a space, a comma or a T. */
const TIME = String.raw`(?:(?<gap>[ T]|, | - )(?<hour>\d{1,2}):\d{2}(?<second>:\d{2})?(?<half> ?[AaPp][Mm])?)?`
const NUMBERS = new RegExp(String.raw`^\d{1,2}(?<mark>[/.-])\d{1,2}\k<mark>(?<year>\d{4}|\d{2})${TIME}$`)
const YEAR_FIRST = new RegExp(String.raw`^\d{4}(?<mark>[/.])\d{1,2}\k<mark>\d{1,2}${TIME}$`)
const DAY_WORD = new RegExp(
  String.raw`^\d{1,2}(?<mark>[ -])(?<month>[A-Za-z]{3,9})\k<mark>(?<year>\d{4}|\d{2})${TIME}$`,
)
const WORD_DAY = new RegExp(
  String.raw`^(?<month>[A-Za-z]{3,9}) \d{1,2}(?<comma>,?) (?<year>\d{4}|\d{2})${TIME}$`,
)
const ISO =
  /^\d{4}-\d{2}-\d{2}(?<time>[ T]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(?<zone> ?Z|[+-]\d{2}(:?\d{2})?)?)?$/

type Groups = Readonly<Record<string, string | undefined>>

/** How the values of a text column may be read as dates, judged by some of them; null when they are no dates. */
export function proposeDates(samples: readonly string[], settings: ReadingSettings): Proposal | null {
  const [first = ''] = samples
  const iso = proposeIso(samples) ?? proposeTimes(samples)
  if (iso) return iso
  for (const [pattern, propose] of FORMS) {
    const found = pattern.exec(first)
    if (found) return propose(found.groups ?? {}, settings)
  }
  return null
}

const FORMS: readonly [RegExp, (groups: Groups, settings: ReadingSettings) => Proposal][] = [
  [NUMBERS, proposeNumbers],
  [YEAR_FIRST, ({ mark = '/', ...time }) => oneOrder(`%Y${mark}%m${mark}%d`, time)],
  [
    DAY_WORD,
    ({ mark = ' ', month, ...rest }) =>
      inWords((name, year) => `%d${mark}${name}${mark}${year}`, rest, month),
  ],
  [
    WORD_DAY,
    ({ comma = '', month, ...rest }) => inWords((name, year) => `${name} %d${comma} ${year}`, rest, month),
  ],
]

function proposeIso(samples: readonly string[]): Proposal | null {
  const found = samples.map((sample) => ISO.exec(sample)?.groups)
  if (found.some((groups) => groups === undefined)) return null
  const hasTime = found.some((groups) => groups?.time !== undefined)
  const hasZone = found.some((groups) => groups?.zone !== undefined)
  const timestamp = hasZone ? 'TIMESTAMPTZ' : 'TIMESTAMP'
  const type = hasTime ? timestamp : 'DATE'
  const form = hasTime ? '[0-9]{4}-[0-9]{2}-[0-9]{2}.*' : '[0-9]{4}-[0-9]{2}-[0-9]{2}'
  const reading: Reading = {
    check: (value) => `regexp_full_match(${value}, '${form}') AND TRY_CAST(${value} AS ${type}) IS NOT NULL`,
    read: (value) => `CAST(${value} AS ${type})`,
    doubt: oddYears((value) => `TRY_CAST(${value} AS ${type})`),
    note: offsetNote(samples.find((sample) => OFFSET.test(sample))),
    kind: 'dates',
  }
  return { readings: [reading] }
}

/** Behind a time: not Z, and not the offset of UTC. */
const OFFSET = /\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)? ?[+-](?!00)\d{2}(?::?\d{2})?$/

/** Says what becomes of the hours that stand in front of an offset; '' without an example. */
export function offsetNote(example: string | undefined): string {
  return example === undefined
    ? ''
    : `Times with an offset, such as ${example}, are kept as the same moment in UTC: hours and days are those of UTC.`
}

/** With one digit before the first colon it may be a duration. */
const CLOCK = '[0-2][0-9]:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?'

function proposeTimes(samples: readonly string[]): Proposal | null {
  if (!samples.every((sample) => new RegExp(`^${CLOCK}$`).test(sample))) return null
  const reading: Reading = {
    check: (value) => `regexp_full_match(${value}, '${CLOCK}') AND TRY_CAST(${value} AS TIME) IS NOT NULL`,
    read: (value) => `CAST(${value} AS TIME)`,
    note: '',
    kind: 'dates',
  }
  return { readings: [reading] }
}

function proposeNumbers({ mark = '/', ...rest }: Groups, { dateOrder }: ReadingSettings): Proposal {
  const year = yearOf(rest)
  const dayFirst = `%d${mark}%m${mark}${year}`
  const monthFirst = `%m${mark}%d${mark}${year}`
  // With points the day always comes first.
  if (mark === '.') return oneOrder(dayFirst, rest)
  return {
    readings: [
      {
        ...reading(dayFirst, rest, 'Text in the file, read as a date with the day before the month.'),
        settings: { dateOrder: 'day_first' },
      },
      {
        ...reading(monthFirst, rest, 'Text in the file, read as a date with the month before the day.'),
        settings: { dateOrder: 'month_first' },
      },
    ],
    ...(dateOrder && { preferred: DATE_ORDERS.indexOf(dateOrder) }),
    ambiguous:
      'Dates whose day and month cannot be told apart: no value has a number above 12. Kept as text.',
  }
}

function oneOrder(format: string, groups: Groups): Proposal {
  return { readings: [reading(format, groups, 'Text in the file, read as a date.')] }
}

/** May is a month in both spellings. */
function inWords(format: (month: string, year: string) => string, groups: Groups, month = ''): Proposal {
  const names = month.length > 3 ? ['%B', '%b'] : ['%b', '%B']
  const note = 'Text in the file, read as a date.'
  return { readings: names.map((name) => reading(format(name, yearOf(groups)), groups, note)), preferred: 0 }
}

function yearOf({ year }: Groups): '%Y' | '%y' {
  return year?.length === 2 ? '%y' : '%Y'
}

function reading(date: string, { gap, second, half }: Groups, note: string): Reading {
  const clock = `${half === undefined ? '%H' : '%I'}:%M${second === undefined ? '' : ':%S'}`
  const end = half?.startsWith(' ') ? ' %p' : '%p'
  const time = half === undefined ? clock : `${clock}${end}`
  const format = gap === undefined ? date : `${date}${gap}${time}`
  const parsed = (value: string) => `try_strptime(${value}, ${quoteText(format)})`
  const type = gap === undefined ? 'DATE' : 'TIMESTAMP'
  return {
    // The engine takes years of any length for %Y.
    check: (value) =>
      `regexp_full_match(${value}, ${quoteText(patternOf(format))}) AND ${parsed(value)} IS NOT NULL`,
    read: (value) => `CAST(strptime(${value}, ${quoteText(format)}) AS ${type})`,
    doubt: oddYears(parsed),
    kind: 'dates',
    note: format.includes('%y') ? `${note} Years of two digits are read as 1969 to 2068.` : note,
  }
}

const FIRST_YEAR = 1500
const LAST_YEAR = 2200

/** Years that are hardly meant. */
function oddYears(parsed: (value: string) => string): NonNullable<Reading['doubt']> {
  return {
    check: (value) => `year(${parsed(value)}) NOT BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR}`,
    text: `dates lie outside the years ${FIRST_YEAR} to ${LAST_YEAR}: check them.`,
  }
}

const PARTS: Readonly<Record<string, string>> = {
  '%Y': '[0-9]{4}',
  '%y': '[0-9]{2}',
  '%b': '[A-Za-z]{3}',
  '%B': '[A-Za-z]{3,9}',
  '%p': '[AaPp][Mm]',
}

function patternOf(format: string): string {
  return format.replace(/%[A-Za-z]|[.]/g, (part) => (part === '.' ? '[.]' : (PARTS[part] ?? '[0-9]{1,2}')))
}
