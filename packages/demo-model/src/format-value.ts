import type { JsonValue } from '@parley/domain'

/**
 * Formats a number for reading: grouped thousands, at most two decimals, three significant digits below 1.
 */
export function formatNumber(value: JsonValue | undefined): string {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value).toLocaleString('en-US')
  const number = toNumber(value)
  if (number === null) return value === null || value === undefined ? 'nothing' : String(value)
  const isSmall = number !== 0 && Math.abs(number) < 1
  const options = isSmall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }
  return number.toLocaleString('en-US', options)
}

/** Formats a label or a time without changes. */
export function formatLabel(value: JsonValue | undefined): string {
  if (value === null || value === undefined || value === '') return '(none)'
  const text = typeof value === 'string' ? value.replace(/^"(.*)"$/s, '$1') : JSON.stringify(value)
  return text
    .replace(/[T ]00:00:00(?:\.0+)?(?:\+00(?::00)?|Z)?$/, '')
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ')
}

/** Returns a number, or the number that a text contains. Returns null for any other value. */
export function toNumber(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return null
  return Number(value)
}
