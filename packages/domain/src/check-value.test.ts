import { describe, expect, test } from 'vitest'
import { checkValue, describeFaults } from './check-value.ts'
import type { JsonObject, JsonValue } from './json.ts'

const faultsOf = (schema: JsonObject, value: JsonValue) => {
  const check = checkValue(schema, value)
  if (check.kind === 'unchecked') throw new Error(check.reason)
  return check.kind === 'valid' ? '' : describeFaults(check.faults, 'The value')
}

describe('accepts a value that fits and names the fault of one that does not', () => {
  test.each<[JsonObject, JsonValue, JsonValue, string]>([
    [{ type: 'string' }, 'a', 1, 'The value must be string.'],
    [{ type: ['integer', 'null'] }, null, 1.5, 'The value must be integer or null.'],
    [{ type: 'number', nullable: true }, null, 'x', 'The value must be number or null.'],
    [{ type: 'array' }, [], {}, 'The value must be array.'],
    [{ const: { a: [1] } }, { a: [1] }, { a: [2] }, 'The value must be equal to {"a":[1]}.'],
    [{ enum: ['a', 'b'] }, 'b', 'c', 'The value must be equal to one of the allowed values (["a","b"]).'],
    [{ minimum: 1, maximum: 3 }, 3, 4, 'The value must be <= 3.'],
    [{ exclusiveMinimum: 1 }, 2, 1, 'The value must be > 1.'],
    [{ multipleOf: 0.1 }, 0.3, 0.35, 'The value must be a multiple of 0.1.'],
    [{ minLength: 2 }, '😀😀', '😀', 'The value must NOT have fewer than 2 characters.'],
    [{ maxLength: 2 }, '😀😀', 'abc', 'The value must NOT have more than 2 characters.'],
    [{ required: ['a'] }, { a: 1 }, {}, "The value must have required property 'a'."],
    [{ properties: { a: { type: 'string' } } }, { a: 'x' }, { a: 1 }, '"a" must be string.'],
    [
      { properties: { a: {} }, additionalProperties: false },
      { a: 1 },
      { b: 1 },
      'The value must NOT have additional properties ("b").',
    ],
    [{ additionalProperties: { type: 'number' } }, { b: 1 }, { b: 'x' }, '"b" must be number.'],
    [
      { propertyNames: { maxLength: 1 } },
      { b: 1 },
      { bb: 1 },
      'The value must not have a property called "bb".',
    ],
    [{ minItems: 1, maxItems: 2 }, [1], [1, 2, 3], 'The value must have at most 2 items.'],
    [{ items: { type: 'number' } }, [1], [1, 'x'], '"1" must be number.'],
    [
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      ['a', 1],
      [1, 'a'],
      '"0" must be string. "1" must be number.',
    ],
    [{ contains: { const: 1 } }, [2, 1], [2], 'The value must contain an item of the described form.'],
    [{ allOf: [{ type: 'string' }, { minLength: 1 }] }, 'a', 1, 'The value must be string.'],
    [
      { anyOf: [{ const: 1 }, { const: 2 }] },
      2,
      3,
      'The value must match at least one of the described forms.',
    ],
    [
      { oneOf: [{ minimum: 1 }, { maximum: 3 }] },
      5,
      2,
      'The value must match exactly one of the described forms.',
    ],
    [{ not: { type: 'null' } }, 1, null, 'The value has a form that is not allowed.'],
    [
      JSON.parse('{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}'),
      1,
      0,
      'The value must be >= 1.',
    ],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, 'x', 1, 'The value must be string.'],
    [{ properties: { a: false } }, {}, { a: 1 }, '"a" is not allowed.'],
  ])('%j', (schema, good, bad, sentence) => {
    expect(faultsOf(schema, good)).toBe('')
    expect(faultsOf(schema, bad)).toBe(sentence)
  })
})

test('ignores keywords that are malformed, unknown or cannot be checked in linear time', () => {
  const schema: JsonObject = {
    type: 'text',
    minimum: '1',
    exclusiveMinimum: true,
    enum: [],
    pattern: '^(a+)+$',
    format: 'email',
    $ref: 'https://example.com/schema.json',
    multipleOf: 0,
    required: [1],
  }
  expect(checkValue(schema, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toEqual({ kind: 'valid' })
})

test('lists at most five faults', () => {
  const check = checkValue(
    { items: { type: 'string' } },
    Array.from({ length: 100 }, () => 1),
  )
  expect(check.kind === 'invalid' && check.faults.length).toBe(5)
})

describe('stops a check that takes too much work', () => {
  const doubling: JsonObject = { d0: { type: 'string' } }
  for (let level = 1; level <= 40; level++) {
    doubling[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] }
  }
  const constants = Array.from({ length: 1_900 }, (_, index) => ({ const: index }))
  const long = 'x'.repeat(1_000_000)
  test.each<[string, JsonObject, JsonValue]>([
    ['a reference that doubles at every level', { $ref: '#/$defs/d40', $defs: doubling }, 1],
    ['a reference to itself', { $ref: '#' }, 1],
    ['two references in a ring', { $ref: '#/a', a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }, 1],
    [
      '1,900 constants for every item',
      { items: { anyOf: constants } },
      Array.from({ length: 5_000 }, () => 1_899),
    ],
    [
      'a long list of names for every item',
      { items: { required: Array.from({ length: 2_000 }, () => 'a') } },
      Array.from({ length: 500 }, () => ({ a: 1 })),
    ],
    [
      'the length of a long text, counted many times',
      { allOf: Array.from({ length: 1_000 }, () => ({ minLength: 700_000 })) },
      long,
    ],
    ['long constants of equal length', { enum: Array.from({ length: 1_000 }, () => `${long}y`) }, `${long}z`],
    [
      'many keys for many schemas',
      { allOf: Array.from({ length: 1_000 }, () => ({ minProperties: 1 })) },
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1])),
    ],
  ])('%s', (_name, schema, value) => {
    expect(checkValue(schema, value)).toMatchObject({ kind: 'unchecked' })
  })

  test('but checks every value of a large reply that fits its schema', () => {
    const schema: JsonObject = {
      items: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'string' } },
        required: ['a', 'b'],
      },
    }
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ a: index, b: 'some text' }))
    expect(checkValue(schema, rows)).toEqual({ kind: 'valid' })
  })
})
