import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isJsonObject } from './clean-json.ts'
import type { JsonObject, JsonSchema, JsonValue } from './types.ts'

const VALUE_KEYWORDS: Record<string, (value: JsonValue) => boolean> = {
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minLength: isNumber,
  maxLength: isNumber,
  minItems: isNumber,
  maxItems: isNumber,
  minProperties: isNumber,
  maxProperties: isNumber,
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
}
const SCHEMA_KEYWORDS = [
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]
const LIST_KEYWORDS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

const MAXIMUM_NODES = 5_000
const MAXIMUM_SCHEMA_DEPTH = 64
const MAXIMUM_COMPLAINTS = 5

const validators = new WeakMap<JsonSchema, ValidateFunction | null>()

/**
 * Says in a sentence for the model what is wrong with a tool's arguments, or gives null when they fit. Foreign
 * schemas are read leniently and in linear time: references are written out, once around a cycle; patterns,
 * formats, uniqueness and words we do not know are left to the tool itself.
 */
export function findArgumentFault(schema: JsonSchema, input: JsonObject): string | null {
  const validate = getValidator(schema)
  if (validate === null) return 'The description of its arguments cannot be used, so it was not called.'
  if (validate(input)) return null

  const complaints = (validate.errors ?? []).slice(0, MAXIMUM_COMPLAINTS).map((error) => {
    const place = error.instancePath === '' ? 'The arguments' : `"${error.instancePath.slice(1)}"`
    const extra = error.keyword === 'additionalProperties' ? ` ("${error.params.additionalProperty}")` : ''
    const choice = error.keyword === 'enum' ? ` (${JSON.stringify(error.params.allowedValues)})` : ''
    return `${place} ${error.message ?? 'do not fit'}${extra}${choice}.`
  })
  return complaints.join(' ')
}

function getValidator(schema: JsonSchema): ValidateFunction | null {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const compiled = compile(schema)
  validators.set(schema, compiled)
  return compiled
}

function compile(schema: JsonSchema): ValidateFunction | null {
  try {
    const ajv = new Ajv2020({
      strict: false,
      meta: false,
      validateSchema: false,
      allErrors: true,
      logger: false,
    })
    return ajv.compile(simplify(schema, { root: schema, nodes: { count: 0 }, path: [], depth: 0 }))
  } catch {
    return null
  }
}

type Place = {
  readonly root: JsonSchema
  readonly nodes: { count: number }
  /** The references being written out, to notice a cycle. */
  readonly path: readonly string[]
  readonly depth: number
}

function simplify(schema: JsonValue | undefined, place: Place): JsonObject | boolean {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return true
  place.nodes.count += 1
  if (place.nodes.count > MAXIMUM_NODES || place.depth > MAXIMUM_SCHEMA_DEPTH)
    throw new RangeError('too large')

  const reference = schema.$ref
  if (typeof reference === 'string') return followReference(reference, place)
  const inner = { ...place, depth: place.depth + 1 }
  const simple: JsonObject = copyValues(schema)
  for (const keyword of SCHEMA_KEYWORDS) {
    const value = schema[keyword]
    if (isJsonObject(value) || typeof value === 'boolean') simple[keyword] = simplify(value, inner)
  }
  for (const keyword of LIST_KEYWORDS) {
    const list = schema[keyword]
    if (Array.isArray(list) && list.length > 0) simple[keyword] = list.map((item) => simplify(item, inner))
  }
  const properties = schema.properties
  if (isJsonObject(properties)) {
    const entries = Object.entries(properties).map(([name, value]) => [name, simplify(value, inner)] as const)
    simple.properties = Object.fromEntries(entries)
  }
  // Names allowed by a pattern we do not test would otherwise be refused.
  if (schema.patternProperties !== undefined) delete simple.additionalProperties
  return simple
}

function copyValues(schema: JsonObject): JsonObject {
  const simple: JsonObject = {}
  for (const [keyword, fits] of Object.entries(VALUE_KEYWORDS)) {
    const value = schema[keyword]
    if (value !== undefined && fits(value)) simple[keyword] = value
  }
  const type = schema.type
  const types = (Array.isArray(type) ? type : [type]).filter((name) => TYPES.includes(String(name)))
  if (types.length === 0) return simple
  const isNullable = schema.nullable === true && !types.includes('null')
  return { ...simple, type: [...types.map(String), ...(isNullable ? ['null'] : [])] }
}

function followReference(reference: string, place: Place): JsonObject | boolean {
  if (!reference.startsWith('#') || place.path.includes(reference)) return true
  const steps = reference.slice(1).split('/').slice(1)
  let target: JsonValue | undefined = place.root
  for (const step of steps) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    target = isJsonObject(target) && Object.hasOwn(target, name) ? target[name] : undefined
  }
  return simplify(target, { ...place, path: [...place.path, reference], depth: place.depth + 1 })
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number'
}
