import type { JsonObject, JsonValue, ToolProperty } from '@parley/domain'

export type Coerced =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'mismatch' /** Continues the sentence "must be …". */; readonly expected: string }

/**
 * Converts a stored text to the type of its schema. When the schema has no type, the property's datatype
 * decides.
 */
export function coerceValue({ value, datatype }: ToolProperty, schema: JsonObject): Coerced {
  const choices = Array.isArray(schema.enum) ? schema.enum : null
  let expected = ''
  for (const type of typesOf(schema, datatype)) {
    const coerced = coerceTo(type, value.reveal())
    if (coerced.kind === 'mismatch') {
      expected ||= coerced.expected
      continue
    }
    if (!choices || choices.some((choice) => JSON.stringify(choice) === JSON.stringify(coerced.value)))
      return coerced
    expected = `one of ${choices
      .slice(0, 20)
      .map((choice) => JSON.stringify(choice))
      .join(', ')}`
  }
  return { kind: 'mismatch', expected: expected || 'of another type' }
}

function typesOf(schema: JsonObject, datatype: string): readonly JsonValue[] {
  const declared = schema.type ?? datatype
  const types = Array.isArray(declared) ? declared : [declared]
  // Every text fits the string type, so the others are tried first.
  return [...types].sort((a, b) => Number(a === 'string') - Number(b === 'string'))
}

function coerceTo(type: JsonValue, text: string): Coerced {
  switch (type) {
    case 'string':
      return { kind: 'value', value: text }
    case 'number':
    case 'integer':
      return toNumber(text, type === 'integer')
    case 'boolean':
      if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' }
      return { kind: 'mismatch', expected: 'true or false' }
    case 'null':
      return text === 'null' ? { kind: 'value', value: null } : { kind: 'mismatch', expected: 'null' }
    case 'array':
      return toJson(text, 'a JSON array', Array.isArray)
    case 'object':
      return toJson(
        text,
        'a JSON object',
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      )
    default:
      return toJson(text, 'JSON', () => true)
  }
}

function toNumber(text: string, isInteger: boolean): Coerced {
  const value = Number(text)
  const isFitting =
    text.trim() !== '' && Number.isFinite(value) && (!isInteger || Number.isSafeInteger(value))
  if (isFitting) return { kind: 'value', value }
  return { kind: 'mismatch', expected: isInteger ? 'an integer' : 'a number' }
}

function toJson(text: string, expected: string, isFitting: (value: JsonValue) => boolean): Coerced {
  try {
    const value: JsonValue = JSON.parse(text)
    return isFitting(value) ? { kind: 'value', value } : { kind: 'mismatch', expected }
  } catch {
    return { kind: 'mismatch', expected }
  }
}
