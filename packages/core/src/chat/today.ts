type Deps = { readonly now: () => Date }

/**
 * Returns today's date as the model receives it: `2026-11-20` in UTC, and `2026-11-21 (Asia/Tokyo)` in the time zone
 * of the person who asks.
 */
export function today(deps: Deps, timeZone: string | undefined): string {
  const now = deps.now()
  if (timeZone === undefined) return now.toISOString().slice(0, 10)
  // Sweden writes dates as ISO 8601.
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  return `${date} (${timeZone})`
}
