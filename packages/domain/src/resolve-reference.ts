import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'

const MAX_POINTER_CHARACTERS = 500

/**
 * Returns the part of a schema that a JSON pointer such as `#/$defs/place` names (RFC 6901), and the steps of
 * the search. `schema` is undefined for a pointer to a missing part, out of the schema or of more than 500
 * characters.
 */
export function resolveReference(
  root: JsonObject,
  reference: string,
): { readonly schema: JsonValue | undefined; readonly steps: number } {
  if (!reference.startsWith('#') || reference.length > MAX_POINTER_CHARACTERS)
    return { schema: undefined, steps: 1 }
  const keys = reference.slice(1).split('/').slice(1).map(decodeKey)
  let schema: JsonValue | undefined = root
  for (const key of keys) schema = childOf(schema, key)
  return { schema, steps: keys.length + 1 }
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d{0,5})$/.test(key) ? value[Number(key)] : undefined
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function decodeKey(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}
