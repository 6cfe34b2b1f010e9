/** A month of UTC, `YYYY-MM`, when it began, and when the next one begins. */
export type UsageMonth = { readonly month: string; readonly beganAt: Date; readonly resetsAt: Date }

/** Returns the month of a time. */
export function usageMonth(now: Date): UsageMonth {
  const beganAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { month: now.toISOString().slice(0, 7), beganAt, resetsAt }
}
