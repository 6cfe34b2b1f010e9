import type { JsonObject, JsonValue, ToolProperty } from '@parley/domain'
import { coerceValue } from './coerce-value.ts'

export type PropertySchemas = {
  readonly configSchema: JsonObject
  /** Null when the tool's schema is unknown. Every key that is not configuration is then accepted. */
  readonly inputSchema: JsonObject | null
  /** Whether required configuration may be missing, because a sign-in comes before a binding. */
  readonly isPartial?: boolean
}

export type ReadProperties =
  | { readonly kind: 'read'; readonly configuration: JsonObject; readonly boundArguments: JsonObject }
  | { readonly kind: 'problem' /** A sentence for the owner. */; readonly message: string }

/**
 * Sorts the owner's properties into connection configuration (keys of the config schema; a dot leads into a
 * nested object) and bound arguments (keys of the input schema), and coerces them by type. An empty value
 * for an argument leaves that argument to the model; an empty configuration value counts as absent.
 */
export function readProperties(
  properties: readonly ToolProperty[],
  schemas: PropertySchemas,
): ReadProperties {
  const configuration: JsonObject = {}
  const boundArguments: JsonObject = {}
  for (const property of properties) {
    const configSchema = propertySchema(schemas.configSchema, property.key.split('.'))
    const schema =
      configSchema ?? (schemas.inputSchema ? propertySchema(schemas.inputSchema, [property.key]) : {})
    if (!schema) return problem(`There is no property called "${property.key}" to set.`)
    if (property.value.isEmpty) continue
    const coerced = coerceValue(property, schema)
    if (coerced.kind === 'mismatch')
      return problem(`The property "${property.key}" must be ${coerced.expected}.`)
    if (configSchema) setPath(configuration, property.key.split('.'), coerced.value)
    else boundArguments[property.key] = coerced.value
  }
  const missing = schemas.isPartial ? undefined : missingKey(schemas.configSchema, configuration)
  if (missing) return problem(`The property "${missing}" is missing.`)
  return { kind: 'read', configuration, boundArguments }
}

function problem(message: string): ReadProperties {
  return { kind: 'problem', message }
}

/** Returns the schema of a property; undefined when the schema has no such property. */
export function propertySchema(schema: JsonObject, path: readonly string[]): JsonObject | undefined {
  const [key, ...rest] = path
  if (key === undefined) return schema
  const properties = isObject(schema.properties) ? schema.properties : {}
  const inner = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (inner === true) return {}
  return isObject(inner) ? propertySchema(inner, rest) : undefined
}

function setPath(target: JsonObject, path: readonly string[], value: JsonValue): void {
  const [key, ...rest] = path
  if (key === undefined || key === '__proto__') return
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const inner = Object.hasOwn(target, key) && isObject(target[key]) ? target[key] : {}
  target[key] = inner
  setPath(inner, rest, value)
}

function missingKey(configSchema: JsonObject, configuration: JsonObject): string | undefined {
  const required = Array.isArray(configSchema.required) ? configSchema.required : []
  for (const key of required) {
    if (typeof key !== 'string' || Object.hasOwn(configuration, key)) continue
    if (propertySchema(configSchema, [key])?.default === undefined) return key
  }
  return undefined
}

/** Whether a JSON value is an object, not a list and not null. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
