import type { Property } from '@parley/contract'

/** One property of a JSON schema, as a form shows it. */
export type SchemaProperty = {
  readonly key: string
  readonly datatype: Property['datatype']
  readonly description: string
  readonly isRequired: boolean
  readonly isSecret: boolean
  readonly defaultValue: string
  readonly choices: readonly string[]
}

/**
 * The properties of an object schema. Reads a registry's schema leniently: a wrong shape has no properties.
 */
export function readProperties(schema: Readonly<Record<string, unknown>>): SchemaProperty[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(fieldsOf(schema.properties)).map(([key, value]) => {
    const property = fieldsOf(value)
    return {
      key,
      datatype: datatypeOf(property.type),
      description: typeof property.description === 'string' ? property.description : '',
      isRequired: required.includes(key),
      isSecret: property.format === 'password' || /key|token|secret|password/i.test(key),
      defaultValue: showDefault(property.default),
      choices: Array.isArray(property.enum) ? property.enum.filter((item) => typeof item === 'string') : [],
    }
  })
}

/** The filled-in values in the form of bindings; empty values are left out. */
export function toBindingProperties(
  properties: readonly SchemaProperty[],
  values: Readonly<Record<string, string>>,
): Property[] {
  return properties.flatMap(({ key, datatype }) => {
    const value = values[key] ?? ''
    return value === '' ? [] : [{ key, value, datatype }]
  })
}

function datatypeOf(type: unknown): Property['datatype'] {
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'string') return type
  return type === 'object' || type === 'array' ? 'json' : 'string'
}

function showDefault(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
