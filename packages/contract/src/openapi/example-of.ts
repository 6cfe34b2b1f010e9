import type { Components, SchemaNode } from './json-schema.ts'

const PREFIX = '#/components/schemas/'

const BY_TYPE: Readonly<Record<string, unknown>> = { string: 'text', integer: 1, number: 0.5, boolean: true }

/** A value that fits a schema: the schema's own example, or one put together from the examples of its fields. */
export function exampleOf(schema: unknown, components: Components): unknown {
  const {
    $ref,
    examples,
    const: constant,
    enum: values,
    anyOf,
    oneOf,
    type,
    items,
    properties,
  } = schema as SchemaNode
  if (typeof $ref === 'string') return exampleOf(components.get($ref.slice(PREFIX.length)), components)
  if (Array.isArray(examples)) return examples[0]
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  const [choice] = [anyOf ?? oneOf ?? []].flat()
  if (choice !== undefined) return exampleOf(choice, components)
  if (type === 'array') return [exampleOf(items, components)]
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field, components)])
    return Object.fromEntries(fields)
  }
  return type === 'object' ? {} : (BY_TYPE[String(type)] ?? null)
}
