import { randomUUID } from 'node:crypto'
import { buildOpenApi, ENDPOINTS, type Endpoint, LIMITS } from '@parley/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { TestApi } from '../testing.ts'

type Operation = {
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly example?: unknown } } }
}

// The document's examples are valid requests: the tests of @parley/contract check each against its schema.
const { paths } = buildOpenApi() as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

const operations = ENDPOINTS.filter(({ path }) => path !== null).map((endpoint) => ({
  ...endpoint,
  target: unknownPath(endpoint),
  sample:
    paths[endpoint.path ?? '']?.[endpoint.method.toLowerCase()]?.requestBody?.content['application/json']
      ?.example,
  hasBody: Object.keys(endpoint.body.shape).length > 0,
  hasId: endpoint.path?.includes('{'),
}))

type Door = {
  readonly api: TestApi
  /** An access token of a user. */
  readonly token: string
}

/**
 * Registers the tests of every operation of the contract, for any interface to the service. Each test calls
 * `open`.
 */
export function testConformance(open: () => Door): void {
  testCredentials(open)
  testMethods(open)
  testBodies(open)
  testIds(open)
  testIntegers(open)
  testWording(open)
}

function testCredentials(open: () => Door): void {
  test.each(operations.filter(({ audience }) => audience !== 'public'))(
    '$name refuses a missing or bad credential before reading the body',
    async ({ method, target }) => {
      const { api } = open()
      for (const bearer of [undefined, 'nonsense', `prl_${'a'.repeat(12)}_${'b'.repeat(49)}`]) {
        const reply = await api.send(method, target, { ...(bearer && { bearer }), raw: '{broken' })
        expect(reply.status).toBe(401)
        expect(reply.headers['x-error-code']).toBe('unauthenticated')
      }
    },
  )
}

function testMethods(open: () => Door): void {
  test.each(operations)('$name answers another method with 405 and Allow', async ({ method, target }) => {
    const { api, token } = open()
    const reply = await api.send('PUT', target, { bearer: token })
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toContain(method)
  })
}

function testBodies(open: () => Door): void {
  test.each(operations.filter(({ hasBody }) => hasBody))(
    '$name refuses bodies that are not JSON objects',
    async ({ method, target }) => {
      const { api, token } = open()
      const bearer = token
      for (const raw of ['', '{', '[]', 'null', '"text"', '{"a":1}}', `${'['.repeat(40)}${']'.repeat(40)}`]) {
        expect((await api.send(method, target, { bearer, raw })).status).toBe(400)
      }
      const typed = { bearer, raw: '{}', headers: { 'content-type': 'text/plain' } }
      expect((await api.send(method, target, typed)).status).toBe(415)
      const big = JSON.stringify({ name: 'x'.repeat(1_100_000) })
      expect((await api.send(method, target, { bearer, raw: big })).status).toBe(413)
      expect(api.faults).toEqual([])
    },
  )
}

function testIds(open: () => Door): void {
  test.each(operations.filter(({ hasId }) => hasId))(
    '$name answers a missing record and a malformed id',
    async ({ method, target, path, hasBody, sample, audience }) => {
      const { api, token } = open()
      const body = hasBody ? { body: sample } : {}
      const isOwnKey = audience === 'api_key'
      expect((await api.send(method, target, { bearer: token, ...body })).status).toBe(isOwnKey ? 403 : 404)
      for (const id of ['0x10', '1e3', '-1', '%20', '%00', 'null', "' or 1=1"]) {
        const malformed = (path ?? '').replaceAll(/\{[a-z_]+\}/g, id)
        expect((await api.send(method, malformed, { bearer: token, ...body })).status).toBe(
          isOwnKey ? 403 : 400,
        )
      }
    },
  )
}

const bodies = operations
  .filter(({ hasBody }) => hasBody)
  .map((operation) => ({ ...operation, fields: fieldsOf(z.toJSONSchema(operation.body, { io: 'input' })) }))

function testIntegers(open: () => Door): void {
  const integers = bodies.flatMap(({ fields, ...operation }) =>
    fields
      .filter(({ schema }) => schema.type === 'integer')
      .map(({ path }) => ({ ...operation, field: path.join('.'), path })),
  )
  test.each(integers)(
    '$name refuses a $field larger than a column of the database',
    async ({ method, target, field, path }) => {
      const { api, token } = open()
      for (const value of [LIMITS.integer + 1, 2 ** 53, 1e300, 1.5, -1]) {
        const reply = await api.send(method, target, { bearer: token, body: nest(path, value) })
        expect(reply.status).toBe(400)
        expect(reply.body.message).toMatch(new RegExp(`(^|; )${field}: must be `))
      }
      expect(api.faults).toEqual([])
    },
  )
}

function testWording(open: () => Door): void {
  test.each(bodies)(
    '$name names every wrong field in its own sentence',
    async ({ method, target, fields, body }) => {
      const { api, token } = open()
      const names = Object.keys(body.shape)
      for (const value of [null, { a: 1 }, [[]], -0.5, '\u0000', true]) {
        const wrong = Object.fromEntries(names.map((name) => [name, value]))
        const { status, body: reply } = await api.send(method, target, { bearer: token, body: wrong })
        if (status === 200) continue
        expect(status === 400 || status === 404).toBe(true)
        if (status === 400) expect(reply.message).not.toMatch(/received|expected|invalid input|Invalid|\(and/)
      }
      const required = fields.filter(({ path, isRequired }) => path.length === 1 && isRequired)
      const { body: reply } = await api.send(method, target, { bearer: token, body: {} })
      for (const { path } of required)
        expect(reply.message).toMatch(new RegExp(`(^|; )${path[0]}: (is missing|must be )`))
    },
  )
}

type Field = {
  readonly path: readonly (string | number)[]
  readonly schema: z.core.JSONSchema.BaseSchema
  readonly isRequired: boolean
}

/** The fields of a schema, nested ones by their path. A list has the fields of its first entry. */
function fieldsOf(schema: z.core.JSONSchema.BaseSchema, above: Field['path'] = []): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return []
    const path = [...above, name]
    const isRequired = schema.required?.includes(name) ?? false
    const { items } = property
    const inner = typeof items === 'object' && !Array.isArray(items) ? fieldsOf(items, [...path, 0]) : []
    return [{ path, schema: property, isRequired }, ...inner, ...fieldsOf(property, path)]
  })
}

/** A body that holds the value at a path and nothing else. */
function nest(path: Field['path'], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const inner = nest(rest, value)
  return typeof first === 'number' ? [inner] : { [first]: inner }
}

/** The path of an operation, with a valid id of a missing record for every parameter. */
function unknownPath({ path, params }: Endpoint): string {
  const { properties = {} } = z.toJSONSchema(params, { io: 'input' })
  return (path ?? '').replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => unknownId(Object(properties[name])))
}

function unknownId({ type, format, examples }: z.core.JSONSchema.BaseSchema): string {
  if (type === 'integer') return '999999'
  return format === 'uuid' ? randomUUID() : String(examples?.[0])
}
