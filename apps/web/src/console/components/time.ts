import { COMPONENT_TEXTS } from './texts.ts'

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const DAY_MS = 86_400_000

/** The reader's time zone, by its IANA name. */
export function ownTimeZone(): string {
  return dateTime.resolvedOptions().timeZone
}

/** Parses a time of the service: with `Z`, or without a zone, which also means UTC. */
export function parseTime(timestamp: string): Date {
  return new Date(timestamp.endsWith('Z') ? timestamp : `${timestamp}Z`)
}

/** Date and time in the format of the reader's language. */
export function showDateTime(timestamp: string): string {
  return dateTime.format(parseTime(timestamp))
}

/** The time of day. */
export function showTime(timestamp: string): string {
  return timeOnly.format(parseTime(timestamp))
}

/** The heading for a time: today, yesterday, the days before, else its month. */
export function showDayGroup(timestamp: string, now: Date): string {
  const date = parseTime(timestamp)
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS)
  if (days <= 1) return capitalise(relative.format(-Math.max(days, 0), 'day'))
  if (days < 7) return COMPONENT_TEXTS.lastDays
  return month.format(date)
}

/** A duration in the largest unit that keeps two digits: `850 ms`, `2.4 s`, `1 min 5 s`. */
export function showDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
