import type { JsonObject, JsonValue } from '@parley/domain'

/** Whether a value from JSON.parse is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses text to a JSON value; undefined for invalid JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses like parseJson, but integers that a double does not hold keep their digits, as text. */
export function parseExactJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text, exactInteger)
  } catch {
    return undefined
  }
}

function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? context?.source
    : value
}
