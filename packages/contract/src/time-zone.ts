import * as z from 'zod'

/** The name of a time zone of the IANA database, as `Intl` knows it. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin')
  .meta({
    description:
      'The time zone of the person who asks. The model reads the date there as today; UTC by default.',
    examples: ['Europe/Berlin'],
  })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
