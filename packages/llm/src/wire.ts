/** Readers for what vendors send: lenient and minimal, a field of another type is a missing field. */

export type WireObject = { readonly [key: string]: unknown }

export function readObject(value: unknown): WireObject | null {
  return isWireObject(value) ? value : null
}

export function readString(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

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
