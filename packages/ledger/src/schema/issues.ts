import { quote } from '../quote.ts'
import type { Issue, Misfit } from './schema.ts'

const MAX_DIGITS = 40

/** Returns the issue of a value that differs from the expected one: `a text`, `one of these`. */
export function misfit(expected: string, value: unknown): Misfit {
  if (value === undefined) return fault(`is missing; it must be ${expected}`)
  return fault(`must be ${expected}, not ${show(value)}`)
}

/** Returns the issue of a value with another fault, such as `appears twice`. */
export function fault(message: string): Misfit {
  return { issues: [{ path: [], message }] }
}

/** Returns the issue of a value whose part under `key` is invalid. */
export function misfitAt(key: string | number, { issues: [{ path, message }] }: Misfit): Misfit {
  return { issues: [{ path: [key, ...path], message }] }
}

/**
 * Returns the position of an issue as a code expression: `script.transactions[3].height` below the root
 * `script`.
 */
export function placeOf(root: string, { path }: Issue): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `${place}.${key}` : `${place}[${quote(key)}]`
  }, root)
}

/** Describes a value of any size in at most a few words. */
function show(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = String(value)
  return text.length > MAX_DIGITS ? `${text.slice(0, MAX_DIGITS)}…` : text
}
