import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { envelopeSchema } from '../envelope.ts'
import { ENDPOINTS } from '../index.ts'
import { buildOpenApi } from './build-openapi.ts'
import { listChanges } from './changes.ts'
import { describeDoors } from './doors.ts'
import { exampleOf } from './example-of.ts'
import { type Components, toSchema } from './json-schema.ts'

type Operation = {
  operationId: string
  security: unknown[]
  'x-scopes'?: string[]
  parameters?: { name: string; description?: string; $ref?: string }[]
  responses: Record<string, object>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const document = buildOpenApi() as unknown as Document
const operations = Object.values(document.paths).flatMap((path) =>
  Object.values(path).filter((operation) => 'operationId' in operation),
)
const operationOf = (name: string) => operations.find(({ operationId }) => operationId === name)
const endpoints = ENDPOINTS.filter(({ path }) => path !== null)

/** Every object inside a value, with the path to it. */
function walk(value: unknown, path: readonly string[] = []): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, child]) => walk(child, [...path, key]))
  return Array.isArray(value) ? inner : [[path.join('/'), { ...value }], ...inner]
}

test('an independent validator finds the document valid', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every reference points to a component', () => {
  const references = walk(document).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))
  expect(references.length).toBeGreaterThan(100)
  for (const reference of references) {
    const [, first, kind = '', name = ''] = reference.split('/')
    expect([reference, first, name in (document.components[kind] ?? {})]).toEqual([
      reference,
      'components',
      true,
    ])
  }
})

test('describes every REST operation and every door once, under its own name', () => {
  const doors = Object.values(describeDoors()).flatMap((path) =>
    Object.values(path).flatMap((door) => (door as { operationId?: string }).operationId ?? []),
  )
  const names = [...endpoints.map(({ name }) => name), ...doors]
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted())
})

test('every field and every parameter has a description', () => {
  const fields = walk(document).flatMap(([path, { type, properties }]) =>
    type !== 'object' || path.includes('example')
      ? []
      : Object.entries(properties ?? {}).map(([name, field]) => ({ path, name, field })),
  )
  expect(fields.length).toBeGreaterThan(200)
  const silent = fields.filter(({ field }) => !('description' in field || '$ref' in field))
  expect(silent.map(({ path, name }) => `${path}.${name}`)).toEqual([])
  const parameters = operations.flatMap(({ parameters = [] }) => parameters)
  expect(parameters.filter(({ description, $ref }) => !description && !$ref)).toEqual([])
})

test.each(endpoints)('$name shows examples that its schemas accept', (endpoint) => {
  const components: Components = new Map()
  const reply = envelopeSchema(endpoint.reply)
  const replyExample = exampleOf(toSchema(reply, components), components)
  expect(reply.safeParse(replyExample)).toMatchObject({ success: true })
  const body = endpoint.example ?? exampleOf(toSchema(endpoint.body, components), components)
  expect(endpoint.body.safeParse(body)).toMatchObject({ success: true })
})

test('lists which operations are public and how each can fail', () => {
  for (const { name, audience, scopes, body } of endpoints) {
    const operation = operationOf(name)
    expect(operation?.security).toEqual(audience === 'public' ? [] : [{ bearer: [] }])
    expect(operation?.['x-scopes']).toEqual(scopes)
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses.includes('401')).toBe(audience !== 'public')
    expect(statuses.includes('415')).toBe(Object.keys(body.shape).length > 0)
  }
  expect(Object.keys(operationOf('mcp.listBuiltinTools')?.responses ?? {})).toEqual([
    '200',
    '401',
    '403',
    '429',
    '500',
    '503',
  ])
  expect(Object.keys(operationOf('chat.query')?.responses ?? {})).toContain('502')
})

test('names are unique and every placeholder of a path is a parameter', () => {
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length)
  for (const endpoint of ENDPOINTS) {
    const placeholders = [...(endpoint.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params.shape)).toEqual(placeholders)
  }
})

test('holds the documented shapes of a query, its stream and its headers', () => {
  const text = JSON.stringify(document)
  for (const part of ['/chat/query', 'text/event-stream', 'StreamError', 'Idempotency-Key', 'X-Request-Id']) {
    expect(text).toContain(`"${part}"`)
  }
  expect(text).not.toContain('undefined')
})

test('the list of changes names every addition once', () => {
  const isAddition = (operation: Operation) => 'x-addition' in operation
  const additions = operations.filter(isAddition).map(({ operationId }) => operationId)
  expect(
    listChanges()
      .flatMap(({ adds }) => adds)
      .toSorted(),
  ).toEqual(additions.toSorted())
})

test('an addition that no change names is new in the next release, in the words of its summary', () => {
  const added = ENDPOINTS.map((endpoint) => ({ ...endpoint, name: `${endpoint.name}Again` as const }))
  const [copy] = added.filter(({ isAddition, path }) => isAddition && path !== null)
  if (!copy) throw new Error('The contract has no addition.')
  const change = { version: 'next', change: `${copy.summary}.`, adds: [copy.name] }
  expect(listChanges()).not.toContainEqual(change)
  expect(listChanges([...ENDPOINTS, copy])).toContainEqual(change)
})
