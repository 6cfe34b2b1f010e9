import type { Endpoint } from '../endpoint.ts'
import { exampleOf } from './example-of.ts'
import { type Components, toSchema } from './json-schema.ts'

/** The parts of an input that the examples of an operation send: what is required, and its example body where it has one. */
export function exampleParts({ params, query, body, example }: Endpoint, components: Components) {
  return {
    params: requiredOf(params, components),
    query: requiredOf(query, components),
    body: example ?? requiredOf(body, components),
  }
}

/** The input that the examples of an operation send. */
export function exampleInput(endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const { params, query, body } = exampleParts(endpoint, new Map())
  return { ...query, ...body, ...params }
}

/** The required fields of a part of an input, with their examples. */
function requiredOf(part: Endpoint['body'], components: Components): Readonly<Record<string, unknown>> {
  const schema = toSchema(part, components)
  const required = [schema.required ?? []].flat().map(String)
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], components)]))
}
