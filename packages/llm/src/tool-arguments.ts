import type { JsonObject } from '@parley/agent'
import { parseObject, readObject } from './wire.ts'

/** The text of a call's arguments, whatever type a vendor gave them; no arguments are an empty object. */
export function argumentsAsText(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '{}' : value
  return JSON.stringify(readObject(value) ?? {})
}

/** The arguments as an object for vendors that take nothing else; text that is none is handed back inside one. */
export function argumentsAsObject(text: string): JsonObject {
  // as: what JSON.parse gives is JSON
  return (parseObject(text) as JsonObject | null) ?? { invalid_arguments: text }
}
