import * as z from 'zod'

export type SchemaNode = Record<string, unknown>

/** The named schemas that a document refers to, collected while it is built. */
export type Components = Map<string, unknown>

/** The empty schema fits every JSON value. Generators cannot compile a schema that contains itself. */
const ANYTHING: SchemaNode = { description: 'Any JSON value.' }

/**
 * A schema as OpenAPI 3.1 takes it. Schemas with an id, and schemas that contain themselves, become references to
 * `#/components/schemas` and are added to `components` once.
 */
export function toSchema(schema: unknown, components: Components): SchemaNode {
  // Shapes hold schemas of the library's core type. A property of an object may be a reference, a root may not.
  const holder = z.object({ schema: schema as z.ZodType })
  const { properties = {}, $defs = {} } = z.toJSONSchema(holder, { io: 'input' })
  for (const [name, definition] of Object.entries($defs)) {
    components.set(name, name === 'JsonValue' ? ANYTHING : withReferences(definition))
  }
  return withReferences(properties.schema) as SchemaNode
}

/** Points references at the components of the document, and removes the id, which OpenAPI does not have. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences)
  if (typeof value !== 'object' || value === null) return value
  const { id: _, ...schema } = value as { id?: unknown }
  const fields = typeof _ === 'string' ? schema : value
  return Object.fromEntries(
    Object.entries(fields).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : withReferences(inner),
    ]),
  )
}
