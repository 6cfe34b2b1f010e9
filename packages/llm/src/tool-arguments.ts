import type { JsonObject } from '@parley/domain'
import { parseObject, readObject } from './wire.ts'

/**
 * Returns the arguments of a call as text, for any type that a vendor sends. Missing arguments become an
 * empty object.
 */
export function argumentsAsText(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '{}' : value
  return JSON.stringify(readObject(value) ?? {})
}

/**
 * Returns the arguments as an object for vendors that accept nothing else. Invalid JSON is wrapped in an
 * object.
 */
export function argumentsAsObject(text: string): JsonObject {
  // as: JSON.parse returns JSON
  return (parseObject(text) as JsonObject | null) ?? { invalid_arguments: text }
}
