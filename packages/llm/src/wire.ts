// Readers for what vendors send: lenient and minimal, a field of another type is a missing field.

export type WireObject = { readonly [key: string]: unknown }

/** An object that is no array, or null. */
export function readObject(value: unknown): WireObject | null {
  return isWireObject(value) ? value : null
}

/** A text, or the empty one. */
export function readString(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A list, or an empty one. */
export function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A whole number from 0, or 0. */
export function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** Parses JSON that must be an object; null for everything else. */
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
