export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** Parses a JSON text. Returns undefined when it is invalid. */
export function readJson(text: string): Json | undefined {
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
