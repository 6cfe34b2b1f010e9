import type { JsonObject, JsonValue } from './json.ts'

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

/** Whether a value has one of the types of its schema. A schema without a known type allows every value. */
export function checkType(schema: JsonObject, value: JsonValue): boolean {
  const types = typesOf(schema)
  return types.length === 0 || types.some((type) => isOfType(value, type))
}

/** The types a schema names, as text. */
export function describeTypes(schema: JsonObject): string {
  return typesOf(schema).join(' or ')
}

/** Returns what is wrong with a number, as the end of a sentence, or null. */
export function checkNumber(schema: JsonObject, value: number): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number' && value < minimum) return `must be >= ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `must be <= ${maximum}`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `must be > ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `must be < ${exclusiveMaximum}`
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf))
    return `must be a multiple of ${multipleOf}`
  return null
}

/**
 * Returns what is wrong with the length of a text, counted in code points, as the end of a sentence, or null.
 */
export function checkString(schema: JsonObject, value: string): string | null {
  const { minLength, maxLength } = schema
  if (typeof minLength === 'number' && isShorter(value, minLength))
    return `must NOT have fewer than ${minLength} characters`
  if (typeof maxLength === 'number' && isShorter(value, maxLength + 1)) return null
  return typeof maxLength === 'number' ? `must NOT have more than ${maxLength} characters` : null
}

function typesOf({ type, nullable }: JsonObject): string[] {
  if (typeof type === 'string' && nullable !== true) return TYPES.has(type) ? [type] : []
  const types = (Array.isArray(type) ? type : [type])
    .slice(0, TYPES.size)
    .map(String)
    .filter((name) => TYPES.has(name))
  return types.length > 0 && nullable === true ? [...types, 'null'] : types
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Fractions are inexact in binary, so 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

function isShorter(text: string, codePoints: number): boolean {
  if (text.length < codePoints) return true
  // A code point has at most two UTF-16 units.
  if (text.length >= codePoints * 2) return false
  let count = 0
  for (const _ of text) count += 1
  return count < codePoints
}
