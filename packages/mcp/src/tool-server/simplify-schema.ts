import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  resolveReference,
} from '@parley/domain'

const MAX_CHARACTERS = 65_536
const MAX_NODES = 2_000
const MAX_DEPTH = 32
const MAX_LIST_ENTRIES = 500
const MAX_DESCRIPTION = 4_000

export type SimplifiedSchema =
  | { readonly kind: 'simple'; readonly schema: JsonSchema }
  | { readonly kind: 'unusable' /** Continues the sentence "its schema …". */; readonly reason: string }

/**
 * Simplifies an untrusted schema so that it is safe to compile, to check against and to show to a model. The
 * result is finite and has well-formed keywords only, without references and regular expressions. References
 * inside the schema are expanded; a recursive one accepts any value. A pattern moves into the description. A
 * schema is unusable when it is too large after expansion or refers to another document.
 */
export function simplifySchema(schema: JsonObject): SimplifiedSchema {
  if (JSON.stringify(schema).length > MAX_CHARACTERS) return unusable('is larger than 64 KB')
  const visit: Visit = { root: schema, references: [], spent: { nodes: 0, characters: 0 }, depth: 0 }
  try {
    const simple = simplifyNode(schema, visit)
    if (simple.type !== undefined && simple.type !== 'object') return unusable('does not describe an object')
    return { kind: 'simple', schema: { ...simple, type: 'object', properties: objectOf(simple.properties) } }
  } catch (error) {
    if (error instanceof UnusableSchema) return unusable(error.message)
    throw error
  }
}

class UnusableSchema extends Error {}

function unusable(reason: string): SimplifiedSchema {
  return { kind: 'unusable', reason }
}

type Visit = {
  readonly root: JsonObject
  /** References that are being expanded. One that occurs again is recursive. */
  readonly references: readonly string[]
  /** References multiply the size of a schema, so the size is counted again during expansion. */
  readonly spent: { nodes: number; characters: number }
  readonly depth: number
}

function simplifyNode(node: JsonObject, visit: Visit): JsonObject {
  visit.spent.nodes += 1
  if (visit.spent.nodes > MAX_NODES)
    throw new UnusableSchema('is too large after its references are expanded')
  if (visit.depth > MAX_DEPTH) throw new UnusableSchema('is nested too deeply')
  const inner: Visit = { ...visit, depth: visit.depth + 1 }

  const base = typeof node.$ref === 'string' ? writeOut(node.$ref, inner) : {}
  const entries = Object.entries(node).flatMap(([keyword, value]) => {
    const kept = simplifyKeyword(keyword, value, inner)
    return kept === undefined ? [] : [[keyword, kept] as const]
  })
  const simple: JsonObject = { ...base, ...Object.fromEntries(entries) }
  if (typeof node.pattern !== 'string') return simple
  const description =
    `${simple.description ?? ''} Must match the pattern ${node.pattern.slice(0, 200)}`.trim()
  return { ...simple, description }
}

function writeOut(reference: string, visit: Visit): JsonObject {
  if (!reference.startsWith('#')) throw new UnusableSchema('refers to another document')
  if (visit.references.includes(reference)) return {}
  const target = resolveReference(visit.root, reference).schema
  if (target === true) return {}
  if (!isJsonObject(target)) throw new UnusableSchema('refers to a part that it does not have')
  return simplifyNode(target, { ...visit, references: [...visit.references, reference] })
}

function simplifyKeyword(keyword: string, value: JsonValue, visit: Visit): JsonValue | undefined {
  if (keyword === 'description') return typeof value === 'string' ? describe(value, visit) : undefined
  if (keyword === 'properties') return simplifyProperties(value, visit)
  if (SCHEMA_KEYWORDS.has(keyword)) return simplifySubschema(value, visit)
  if (SCHEMA_LIST_KEYWORDS.has(keyword)) return simplifyList(value, visit)
  if (!Object.hasOwn(PLAIN_KEYWORDS, keyword) || !PLAIN_KEYWORDS[keyword]?.(value)) return undefined
  visit.spent.characters += JSON.stringify(value).length
  if (visit.spent.characters > MAX_CHARACTERS)
    throw new UnusableSchema('is too large after its references are expanded')
  return value
}

function describe(text: string, visit: Visit): string {
  const description = text.slice(0, MAX_DESCRIPTION)
  visit.spent.characters += description.length
  if (visit.spent.characters > MAX_CHARACTERS)
    throw new UnusableSchema('is too large after its references are expanded')
  return description
}

function simplifyProperties(value: JsonValue, visit: Visit): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const entries = Object.entries(value).flatMap(([key, schema]) => {
    // Assigning to this key would change the object's prototype.
    if (key === '__proto__') throw new UnusableSchema('names a property __proto__')
    const simple = simplifySubschema(schema, visit)
    return simple === undefined ? [] : [[key, simple] as const]
  })
  return Object.fromEntries(entries)
}

function simplifySubschema(value: JsonValue, visit: Visit): JsonValue | undefined {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return undefined
  return isJsonObject(value) ? simplifyNode(value, visit) : undefined
}

function simplifyList(value: JsonValue, visit: Visit): JsonValue | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const schemas = value.flatMap((entry) => simplifySubschema(entry, visit) ?? [])
  return schemas.length === value.length ? schemas : undefined
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

const TYPES = new Set<JsonValue>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const FORMATS = new Set<JsonValue>([
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
])

const isNumber = (value: JsonValue) => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: JsonValue) => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isText = (value: JsonValue) => typeof value === 'string'
const isTypeList = (value: JsonValue) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= TYPES.size &&
  value.every((type) => TYPES.has(type)) &&
  new Set(value).size === value.length

const SCHEMA_KEYWORDS = new Set(['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else'])
const SCHEMA_LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/** Keywords with plain values, each with a check of its value. All others are left out. */
const PLAIN_KEYWORDS: Record<string, (value: JsonValue) => boolean> = {
  type: (value) => TYPES.has(value) || isTypeList(value),
  enum: (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_LIST_ENTRIES,
  const: () => true,
  default: () => true,
  title: isText,
  format: (value) => FORMATS.has(value),
  required: (value) =>
    Array.isArray(value) &&
    value.length <= MAX_LIST_ENTRIES &&
    value.every(isText) &&
    new Set(value).size === value.length,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => typeof value === 'number' && value > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
}
