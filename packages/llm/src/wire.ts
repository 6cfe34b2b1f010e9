// Lenient, minimal readers for vendors' replies. A field of an unexpected type counts as missing.

export type WireObject = { readonly [key: string]: unknown }

/** Returns an object that is not an array, or null. */
export function readObject(value: unknown): WireObject | null {
  return isWireObject(value) ? value : null
}

/** Returns a text, or the empty one. */
export function readString(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns a list, or an empty one. */
export function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a whole number of at least 0, or 0. */
export function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** Parses JSON that must be an object. Returns null for everything else. */
export function parseObject(text: string): WireObject | null {
  try {
    return readObject(JSON.parse(text))
  } catch {
    return null
  }
}

function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
