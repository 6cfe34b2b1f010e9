import type { JsonObject, JsonValue } from './types.ts'

/** Deeper than any result a person or a model reads; a database refuses much deeper ones. */
const MAXIMUM_DEPTH = 64

/** Text that every store and reader accepts: no U+0000, no half of a surrogate pair. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/**
 * A copy of a foreign value that is JSON indeed: clean texts, finite numbers, no `__proto__` keys. Throws a
 * RangeError when it has more than 64 levels or, roughly, more than `maximumCharacters` as text.
 */
export function cleanJson(value: unknown, maximumCharacters: number): JsonValue {
  return copyValue(value, { depth: 0, budget: { left: maximumCharacters } })
}

/** Whether a JSON value is an object: not null, not an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Place = { readonly depth: number; readonly budget: { left: number } }

function copyValue(value: unknown, place: Place): JsonValue {
  place.budget.left -= typeof value === 'string' ? value.length + 2 : 4
  if (place.budget.left < 0) throw new RangeError('The value is too large.')
  if (place.depth > MAXIMUM_DEPTH) throw new RangeError(`The value has more than ${MAXIMUM_DEPTH} levels.`)
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value.toString()
  const inner = { depth: place.depth + 1, budget: place.budget }
  if (Array.isArray(value)) return value.map((item) => copyValue(item, inner))
  if (typeof value === 'object' && value !== null) return copyObject(value, inner)
  return null
}

function copyObject(value: object, place: Place): JsonObject {
  const copy: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__' || item === undefined) continue
    place.budget.left -= key.length + 4
    copy[cleanText(key)] = copyValue(item, place)
  }
  return copy
}
