import { quote } from '../quote.ts'
import type { Issue, Misfit } from './schema.ts'

const MAX_DIGITS = 40

/** The reading of a value that is not what was expected: `a text`, `one of these`. */
export function misfit(expected: string, value: unknown): Misfit {
  if (value === undefined) return fault(`is missing; it must be ${expected}`)
  return fault(`must be ${expected}, not ${show(value)}`)
}

/** The reading of a value that has a fault of its own, as in `is there twice`. */
export function fault(message: string): Misfit {
  return { issues: [{ path: [], message }] }
}

/** The reading of a value whose part under `key` is not of its form. */
export function misfitAt(key: string | number, { issues: [{ path, message }] }: Misfit): Misfit {
  return { issues: [{ path: [key, ...path], message }] }
}

/** The place of an issue in words of code: `script.transactions[3].height` below the root `script`. */
export function placeOf(root: string, { path }: Issue): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `${place}.${key}` : `${place}[${quote(key)}]`
  }, root)
}

/** A value in a few words, however large it is. */
function show(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = String(value)
  return text.length > MAX_DIGITS ? `${text.slice(0, MAX_DIGITS)}…` : text
}
