import { DEFAULT_LANGUAGE } from '#web/language/languages.ts'
import { pageLanguage } from '#web/language/page-language.ts'

const MONTHS = 12
const DAYS = 7
/** A Sunday, with which the weeks of d3 begin. */
const FIRST_SUNDAY = 2

/**
 * How axes and labels of a chart write numbers and times in the language of the page, as d3-format and d3-time-format
 * define it. Empty in English, which Vega writes itself.
 */
export function chartLocale(): {
  formatLocale?: Record<string, unknown>
  timeFormatLocale?: Record<string, unknown>
} {
  const { language, locale } = pageLanguage()
  return language === DEFAULT_LANGUAGE
    ? {}
    : { formatLocale: numbersOf(locale), timeFormatLocale: timesOf(locale) }
}

function numbersOf(locale: string): Record<string, unknown> {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { decimal: find('decimal'), thousands: find('group'), grouping: [3], currency: ['', ''] }
}

function timesOf(locale: string): Record<string, unknown> {
  const name = (options: Intl.DateTimeFormatOptions, month: number, day: number) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.UTC(2000, month, day))
  const months = (month: 'long' | 'short') =>
    Array.from({ length: MONTHS }, (_, index) => name({ month }, index, 1))
  const days = (weekday: 'long' | 'short') =>
    Array.from({ length: DAYS }, (_, index) => name({ weekday }, 0, FIRST_SUNDAY + index))
  return {
    dateTime: '%Y-%m-%d %H:%M:%S',
    date: '%Y-%m-%d',
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: days('long'),
    shortDays: days('short'),
    months: months('long'),
    shortMonths: months('short'),
  }
}
