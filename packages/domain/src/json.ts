export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export type JsonObject = { [key: string]: JsonValue }

/** A JSON Schema for the arguments of a tool. Its type is always object. */
export type JsonSchema = JsonObject

/** Maximum levels of a value; real results have fewer. PostgreSQL refuses much deeper values. */
const MAX_DEPTH = 64

/** Whether a JSON value is an object: not null, not an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a text that every database and reader accepts: without U+0000 and without unpaired surrogates. */
export function cleanText(text: string): string {
  // Nearly every text is clean, and looking takes less than copying.
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '')
}

/**
 * Copies an untrusted value into valid JSON: clean texts, finite numbers, no `__proto__` keys. Throws a
 * RangeError when the value has more than 64 levels or, roughly, more than `maxCharacters` as text.
 */
export function cleanJson(value: unknown, maxCharacters: number): JsonValue {
  return copyValue(value, { depth: 0, budget: { left: maxCharacters } })
}

type CopyState = { readonly depth: number; readonly budget: { left: number } }

function copyValue(value: unknown, state: CopyState): JsonValue {
  state.budget.left -= typeof value === 'string' ? value.length + 2 : 4
  if (state.budget.left < 0) throw new RangeError('The value is too large.')
  if (state.depth > MAX_DEPTH) throw new RangeError(`The value has more than ${MAX_DEPTH} levels.`)
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value.toString()
  const inner = { depth: state.depth + 1, budget: state.budget }
  if (Array.isArray(value)) return value.map((item) => copyValue(item, inner))
  if (typeof value === 'object' && value !== null) return copyObject(value, inner)
  return null
}

function copyObject(value: object, state: CopyState): JsonObject {
  const copy: JsonObject = {}
  // By key: entries take half as much time again.
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key)
    if (key === '__proto__' || item === undefined) continue
    state.budget.left -= key.length + 4
    copy[cleanText(key)] = copyValue(item, state)
  }
  return copy
}
