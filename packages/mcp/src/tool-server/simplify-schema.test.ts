import { Ajv } from '@modelcontextprotocol/client/validators/ajv'
import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { simplifySchema } from './simplify-schema.ts'

function simple(schema: JsonObject): JsonObject {
  const result = simplifySchema(schema)
  if (result.kind === 'unusable') throw new Error(result.reason)
  return result.schema
}

function reason(schema: JsonObject): string {
  const result = simplifySchema(schema)
  return result.kind === 'unusable' ? result.reason : ''
}

test('expands references and accepts any value for recursive ones', () => {
  const schema = simple({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      home: { $ref: '#/$defs/place', description: 'Where' },
      tree: { $ref: '#/definitions/node' },
      whole: { $ref: '#' },
    },
    required: ['home'],
    $defs: {
      place: { type: 'object', description: 'A place', properties: { 'a/b~c': { $ref: '#/$defs/a~1b~0c' } } },
      'a/b~c': { type: 'integer' },
    },
    definitions: { node: { type: 'object', properties: { next: { $ref: '#/definitions/node' } } } },
  })
  expect(schema).toEqual({
    type: 'object',
    properties: {
      home: { type: 'object', description: 'Where', properties: { 'a/b~c': { type: 'integer' } } },
      tree: { type: 'object', properties: { next: {} } },
      whole: expect.objectContaining({ type: 'object', required: ['home'] }),
    },
    required: ['home'],
  })
})

test('keeps constraints, moves patterns into descriptions and drops malformed keywords', () => {
  const schema = simple({
    type: 'object',
    additionalProperties: false,
    properties: {
      code: {
        type: 'string',
        description: 'A code.',
        pattern: '^(a+)+$',
        minLength: 2,
        maxLength: -1,
        format: 'date',
      },
      any: { type: 'strange', minimum: '1', format: 'my-format', enum: [], required: [1], multipleOf: 0 },
      list: { type: 'array', items: { type: ['string', 'null'] }, minItems: 1, uniqueItems: true },
      either: { anyOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 0 }] },
      half: { oneOf: [{ type: 'string' }, 7] },
      open: { type: 'object', patternProperties: { '(x+)+y': {} }, additionalProperties: true },
    },
  })
  expect(schema).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      code: {
        type: 'string',
        description: 'A code. Must match the pattern ^(a+)+$',
        minLength: 2,
        format: 'date',
      },
      any: {},
      list: { type: 'array', items: { type: ['string', 'null'] }, minItems: 1 },
      either: { anyOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 0 }] },
      half: {},
      open: { type: 'object', additionalProperties: true },
    },
  })
  expect(() =>
    new Ajv({ strict: true, validateFormats: false, allowUnionTypes: true }).compile(schema),
  ).not.toThrow()
})

test('a schema without a type or properties describes an object', () => {
  expect(simple({})).toEqual({ type: 'object', properties: {} })
  expect(reason({ type: 'string' })).toBe('does not describe an object')
})

test('refuses exponential schemas quickly', () => {
  const doubling: JsonObject = { type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs: {} }
  const defs = doubling.$defs as JsonObject
  for (let level = 0; level < 14; level++) {
    defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] }
  }
  defs.d14 = { type: 'string' }
  expect(reason(doubling)).toBe('is too large after its references are expanded')

  let deep: JsonObject = {}
  for (let level = 0; level < 60; level++) deep = { type: 'object', properties: { x: deep } }
  expect(reason(deep)).toBe('is nested too deeply')

  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, {}]))
  expect(reason({ type: 'object', properties: wide })).toBe('is too large after its references are expanded')
  expect(reason({ type: 'object', description: 'x'.repeat(70_000) })).toBe('is larger than 64 KB')
})

test.each([
  [{ $ref: 'https://evil.example/schema.json' }, 'refers to another document'],
  [{ $ref: 'file:///etc/passwd' }, 'refers to another document'],
  [{ $ref: '#/$defs/none' }, 'refers to a part that it does not have'],
  [{ $ref: '#/__proto__/toString' }, 'refers to a part that it does not have'],
])('refuses %j', (property, expected) => {
  expect(reason({ type: 'object', properties: { x: property } })).toBe(expected)
})

test('a property cannot change a prototype', () => {
  expect(reason(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'))).toBe(
    'names a property __proto__',
  )
  expect(simple({ type: 'object', properties: { constructor: { type: 'string' } } }).properties).toEqual({
    constructor: { type: 'string' },
  })
})
