import { expect, test } from 'vitest'
import { readArgument, readFields } from './argument-field.ts'

const parameters = {
  type: 'object',
  required: ['to'],
  properties: {
    to: { type: 'string', description: 'The address.' },
    copies: { type: 'integer' },
    urgent: { type: 'boolean' },
    tags: { type: 'array' },
  },
}

test('a call has a field for each argument of its schema, and shows what its owner fixed', () => {
  const fields = readFields({
    arguments: { to: 'eve', urgent: true, tags: ['a'], from: 'alice' },
    parameters,
  })
  expect(fields.map(({ key, kind, text, isFixed }) => [key, kind, text, isFixed])).toEqual([
    ['to', 'text', 'eve', false],
    ['copies', 'number', '', false],
    ['urgent', 'boolean', 'true', false],
    ['tags', 'json', '[\n  "a"\n]', false],
    ['from', 'text', 'alice', true],
  ])
  expect(fields[0]).toMatchObject({ description: 'The address.', isRequired: true })
})

test('a call without a schema is shown by its values', () => {
  expect(readFields({ arguments: { n: 1, o: null } }).map(({ kind, isFixed }) => [kind, isFixed])).toEqual([
    ['number', false],
    ['json', false],
  ])
})

test.each([
  ['text', true, '', { value: '' }],
  ['text', false, '', { value: undefined }],
  ['number', true, '12', { value: 12 }],
  ['number', true, 'twelve', null],
  ['number', false, '', { value: undefined }],
  ['boolean', true, 'false', { value: false }],
  ['json', true, '{"a": [1]}', { value: { a: [1] } }],
  ['json', true, '{', null],
] as const)('a %s field (required: %s) reads %j', (kind, isRequired, text, expected) => {
  expect(readArgument({ kind, isRequired }, text)).toEqual(expected)
})
