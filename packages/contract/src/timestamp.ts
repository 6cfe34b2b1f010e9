import * as z from 'zod'

/** UTC without zone and with six digits, as configurations, sessions and messages carry it: `2026-11-20T21:57:53.049700`. */
export const LocalTimestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)

/** ISO 8601 in UTC with `Z`, as steps and tool servers carry it. */
export const UtcTimestamp = z.iso.datetime()
