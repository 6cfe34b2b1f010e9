import * as z from 'zod'

/**
 * UTC without a zone and with six digits, in configurations, sessions and messages:
 * `2026-11-20T21:57:53.049700`.
 */
export const LocalTimestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  .meta({
    description: 'A time in UTC without a zone, with six digits of the second.',
    examples: ['2026-11-20T21:57:53.049700'],
  })

/** ISO 8601 in UTC with `Z`, in steps and tool servers. */
export const UtcTimestamp = z.iso
  .datetime()
  .meta({ description: 'A time in UTC (ISO 8601 with `Z`).', examples: ['2026-11-20T21:57:53.049Z'] })
