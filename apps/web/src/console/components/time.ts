import { dateFormat } from '#web/language/formats.ts'
import { COMPONENT_TEXTS } from './texts.ts'

const DAY_MS = 86_400_000
const TIME_OF_DAY = { timeStyle: 'short' } as const

/** The reader's time zone, by its IANA name. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Parses a time of the service: with `Z`, or without a zone, which also means UTC. */
export function parseTime(timestamp: string): Date {
  return new Date(timestamp.endsWith('Z') ? timestamp : `${timestamp}Z`)
}

/** Date and time in the format of the reader's language. */
export function showDateTime(timestamp: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(parseTime(timestamp))
}

/** Creates the format of `showTime` ahead, which takes a browser 8 ms. A list would create it while it renders. */
export function openTimeFormat(): void {
  dateFormat(TIME_OF_DAY)
}

/** The time of day. */
export function showTime(timestamp: string): string {
  return dateFormat(TIME_OF_DAY).format(parseTime(timestamp))
}

/** The heading for a time: today, yesterday, the days before, else its month. */
export function showDayGroup(timestamp: string, now: Date): string {
  const date = parseTime(timestamp)
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS)
  // Texts, because the first format of relative times takes a browser 20 to 45 ms.
  if (days <= 0) return COMPONENT_TEXTS.today
  if (days === 1) return COMPONENT_TEXTS.yesterday
  if (days < 7) return COMPONENT_TEXTS.lastDays
  return dateFormat({ month: 'long', year: 'numeric' }).format(date)
}

/** A duration in the largest unit that keeps two digits: `850 ms`, `2.4 s`, `1 min 5 s`. */
export function showDuration(milliseconds: number): string {
  const { durations } = COMPONENT_TEXTS
  if (milliseconds < 1000) return durations.milliseconds(Math.round(milliseconds))
  if (milliseconds < 60_000) return durations.seconds(milliseconds / 1000)
  const seconds = Math.round(milliseconds / 1000)
  return durations.minutes(Math.floor(seconds / 60), seconds % 60)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
