const DAY_MS = 86_400_000
/** Times are stored as fractions of a day, which miss a whole second by less than this. */
const SECOND_ERROR_MS = 5
/** 31 December 9999, the last day that a spreadsheet shows. */
const LAST_SERIAL = 2_958_466
/** The spreadsheet counts 29 February 1900, a day that did not exist. */
const MISSING_DAY = 60

/** A number of days as milliseconds, rounded to a whole second that is at most `SECOND_ERROR_MS` away. */
function msOf(serial: number): number {
  const ms = serial * DAY_MS
  const second = Math.round(ms / 1000) * 1000
  return Math.abs(ms - second) <= SECOND_ERROR_MS ? second : Math.round(ms)
}

/** Whether a number can be a moment. */
export function isMoment(serial: number): boolean {
  return serial >= 0 && serial < LAST_SERIAL
}

/** Whether a number of days is a time of day or a whole day, after rounding. */
export function partsOf(serial: number): { hasDay: boolean; hasTime: boolean } {
  const ms = msOf(serial)
  return { hasDay: ms >= DAY_MS, hasTime: ms % DAY_MS !== 0 }
}

/** Returns the ISO 8601 text of a number of days: `2024-01-31T08:20:00`. */
export function isoOfSerial(serial: number, isFrom1904: boolean): string {
  const ms = msOf(serial)
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, ms < MISSING_DAY * DAY_MS ? 31 : 30)
  return new Date(first + ms).toISOString().replace(/(\.000)?Z$/, '')
}

/** Returns hours, minutes and seconds of a number of days: `30:15:00`. */
export function hoursOfSerial(serial: number): string {
  const ms = msOf(serial)
  const two = (number: number) => String(number).padStart(2, '0')
  const rest = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${rest}`
}

/** Returns the number of days of an ISO 8601 text, as some programs write dates; null for another text. */
export function serialOfIso(text: string, isFrom1904: boolean): number | null {
  const time = Date.parse(/Z$|T/.test(text) ? text.replace(/Z?$/, 'Z') : `${text}T00:00:00Z`)
  if (Number.isNaN(time)) return null
  const days = (time - (isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / DAY_MS
  return !isFrom1904 && days <= MISSING_DAY ? days - 1 : days
}
