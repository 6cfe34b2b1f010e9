import { MONTH_NAMES, readMonth } from './number-words.ts'

/** A day, a month or a year as a text names it; null where it does not say. */
export type CalendarDate = {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
}

export type WrittenDate = CalendarDate & { readonly offset: number; readonly length: number }

const ORDINAL = '(?:st|nd|rd|th|er|\\.|º)?'
const MONTH = `(${MONTH_NAMES})\\.?(?!\\p{L})`
const OF = '(?:of |de |del )?'

/** Each pattern with the fields of its groups. */
const PATTERNS: readonly (readonly [RegExp, readonly (keyof CalendarDate)[]])[] = [
  [
    /(?<![\d.,-])(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z?)?(?!\d)/g,
    ['year', 'month', 'day'],
  ],
  [/(?<![\d.,-])(\d{4})-(\d{2})(?![-\d.,])/g, ['year', 'month']],
  [/(?<![\d.,])(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號]/g, ['year', 'month', 'day']],
  [/(?<![\d.,])(\d{4}) ?年 ?(\d{1,2}) ?月/g, ['year', 'month']],
  [/(?<![\d.,])(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號]/g, ['month', 'day']],
  [/(?<![\d.,/])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, ['day', 'month', 'year']],
  [/(?<![\d.,/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g, ['month', 'day', 'year']],
  [
    new RegExp(`(?<![\\d.,])(\\d{1,2})${ORDINAL} ${OF}${MONTH},? ${OF}(\\d{4})(?!\\d)`, 'giu'),
    ['day', 'month', 'year'],
  ],
  [new RegExp(`(?<!\\p{L})${MONTH} (\\d{1,2})${ORDINAL},? (\\d{4})(?!\\d)`, 'giu'), ['month', 'day', 'year']],
  [new RegExp(`(?<!\\p{L})${MONTH},? ${OF}(\\d{4})(?!\\d)`, 'giu'), ['month', 'year']],
  [new RegExp(`(?<![\\d.,])(\\d{1,2})${ORDINAL} ${OF}${MONTH}`, 'giu'), ['day', 'month']],
  // "In March 12 orders" is no day.
  [new RegExp(`(?<=\\bon )${MONTH} (\\d{1,2})(?!\\d|[.,]\\d)`, 'giu'), ['month', 'day']],
  [
    new RegExp(`(?<!\\p{L})${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,]?\\d|\\s?[%\\p{L}°])`, 'giu'),
    ['month', 'day'],
  ],
]

/** Returns the dates of a text in their order, and the text with blanks in their place. */
export function readDates(text: string): { readonly dates: readonly WrittenDate[]; readonly rest: string } {
  const dates: WrittenDate[] = []
  let rest = text
  for (const [pattern, fields] of PATTERNS)
    rest = rest.replace(pattern, (found: string, ...groups: unknown[]) => {
      const date = toDate(fields, groups)
      const offset = groups.find((group) => typeof group === 'number') ?? 0
      if (!date) return found
      dates.push({ ...date, offset, length: found.length })
      return ' '.repeat(found.length)
    })
  return { dates: dates.toSorted((a, b) => a.offset - b.offset), rest }
}

/** Null for numbers that name no day. */
function toDate(fields: readonly (keyof CalendarDate)[], groups: readonly unknown[]): CalendarDate | null {
  const values = fields.map((field, index) => {
    const group = String(groups[index])
    return [field, field === 'month' ? (readMonth(group) ?? Number(group)) : Number(group)] as const
  })
  const { year = null, month = null, day = null }: Partial<CalendarDate> = Object.fromEntries(values)
  if (month !== null && !(month >= 1 && month <= 12)) return null
  return day !== null && !(day >= 1 && day <= 31) ? null : { year, month, day }
}

/** A month by its number, as Chinese and Japanese write it: 8月, but not the eight months of 8个月. */
export const LONE_MONTH = /(?<![\d.,])(1[0-2]|[1-9]) ?月(?!\d)/g

/** Returns the months that a text names without a day or a year, such as "March", in their order. */
export function readMonths(text: string): WrittenDate[] {
  const numbered = [...text.matchAll(LONE_MONTH)].map((match) => monthAt(match, Number(match[1])))
  const named = [...text.matchAll(/\p{L}+/gu)].flatMap((match) => {
    // "may" and "mar" are also other words.
    const month = /^(?:may|mar|dec|sept?|abr|okt|dez)$/.test(match[0]) ? undefined : readMonth(match[0])
    return month === undefined ? [] : [monthAt(match, month)]
  })
  return [...numbered, ...named].toSorted((a, b) => a.offset - b.offset)
}

function monthAt({ 0: found, index }: RegExpExecArray, month: number): WrittenDate {
  return { year: null, month, day: null, offset: index, length: found.length }
}

/** Returns a function that reads the date that a cell of a column holds. It returns null for other values. */
export function dateReader(column: string): (value: unknown) => CalendarDate | null {
  const isOfYears = /year|jahr|ann[eé]e|año|^y(?:r)?$|decade/i.test(column)
  const isOfMonths = /month|monat|mois|mes$/i.test(column)
  // One text that is no month says that the column holds other names.
  let mayHoldMonths = true
  const readMonthIn = (text: string) => {
    const date = mayHoldMonths ? readMonthName(text) : null
    mayHoldMonths &&= date !== null
    return date
  }
  return (given) => {
    // Large integers stand as text.
    const isPart = isOfYears || isOfMonths
    const value = isPart && typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given
    if (typeof value === 'string') return isDigit(value) ? readIsoDate(value) : readMonthIn(value)
    if (typeof value !== 'number' || !Number.isInteger(value)) return null
    if (isOfYears && value >= 1500 && value <= 2200) return { year: value, month: null, day: null }
    return isOfMonths && value >= 1 && value <= 12 ? { year: null, month: value, day: null } : null
  }
}

function isDigit(text: string): boolean {
  const code = text.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}

/** The month of a cell such as "March" or "Mar 2024". */
function readMonthName(text: string): CalendarDate | null {
  if (text.length > MOST_MONTH_CHARACTERS) return null
  const [, name = '', year] = MONTH_CELL.exec(text) ?? []
  const month = readMonth(name)
  return month === undefined ? null : { year: year === undefined ? null : Number(year), month, day: null }
}

const MONTH_CELL = /^(\p{L}{3,10})(?:\.?[ -](\d{4}))?$/u
const MOST_MONTH_CHARACTERS = 16

function readIsoDate(text: string): CalendarDate | null {
  if (text[4] !== '-') return null
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:$|[T ])/.exec(text) ?? []
  if (year === undefined) return null
  return { year: Number(year), month: Number(month), day: day === undefined ? null : Number(day) }
}

/** Whether a cell can be the date that a text names: they have a field in common, and all such fields are equal. */
export function isSameDate(cell: CalendarDate, named: CalendarDate): boolean {
  let shared = 0
  for (const field of ['year', 'month', 'day'] as const) {
    if (cell[field] === null || named[field] === null) continue
    if (cell[field] !== named[field]) return false
    shared++
  }
  return shared > 0
}
