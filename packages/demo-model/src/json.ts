import type { JsonObject, JsonValue } from '@parley/domain'

/** Parses a JSON text. Returns undefined when it is invalid. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the objects of a JSON array. Returns an empty list for any other value. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Returns a text. Returns an empty text for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
