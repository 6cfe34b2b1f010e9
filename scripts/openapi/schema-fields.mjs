/**
 * @typedef {{
 *   $ref?: string, type?: string | string[], const?: unknown, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[], items?: Schema,
 *   properties?: Record<string, Schema>, required?: string[], description?: string,
 * }} Schema
 * @typedef {{ name: string, type: string, description: string }} Field
 */

const PREFIX = '#/components/schemas/'

/**
 * The fields of a schema, nested ones by their path: `data.agents[].name`. Optional ones end in `?`.
 *
 * @param {Record<string, Schema>} schemas
 * @param {Schema} schema
 * @param {string} [path]
 * @returns {Field[]}
 */
export function fieldsOf(schemas, schema, path = '') {
  const { properties = {}, required = [] } = resolve(schemas, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`
    const { inner, suffix } = unwrap(schemas, property)
    const { description = resolve(schemas, property).description ?? '' } = property
    const field = { name: required.includes(name) ? own : `${own}?`, type: typeOf(property), description }
    return [field, ...fieldsOf(schemas, inner, own + suffix)]
  })
}

/**
 * Replaces a list by its items, and a choice between null and one schema by that schema.
 *
 * @param {Record<string, Schema>} schemas
 * @param {Schema} schema
 * @returns {{ inner: Schema, suffix: string }}
 */
function unwrap(schemas, schema) {
  const whole = resolve(schemas, schema)
  if (whole.items) {
    const { inner, suffix } = unwrap(schemas, whole.items)
    return { inner, suffix: `[]${suffix}` }
  }
  const choices = (whole.anyOf ?? whole.oneOf ?? []).filter(({ type }) => type !== 'null')
  return choices.length === 1 && choices[0] ? unwrap(schemas, choices[0]) : { inner: whole, suffix: '' }
}

/**
 * The type of a schema in a few words.
 *
 * @param {Schema} schema
 * @returns {string}
 */
export function typeOf({ $ref, type, const: constant, enum: values, anyOf, oneOf, items }) {
  if ($ref) return $ref.slice(PREFIX.length)
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (items) return `list of ${typeOf(items)}`
  const choices = anyOf ?? oneOf
  if (choices) return choices.map(typeOf).join(' or ')
  return [type ?? 'any'].flat().join(' or ')
}

/** @param {Record<string, Schema>} schemas @param {Schema} schema @returns {Schema} */
function resolve(schemas, schema) {
  return schema.$ref ? (schemas[schema.$ref.slice(PREFIX.length)] ?? {}) : schema
}
