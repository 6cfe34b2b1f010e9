import { describe, expect, it } from 'vitest'
import { readProperties, toBindingProperties } from './schema-property.ts'

const schema = {
  type: 'object',
  required: ['apiKey', 'limit'],
  properties: {
    apiKey: { type: 'string', description: 'From your account' },
    limit: { type: 'integer', default: 10 },
    filters: { type: 'object' },
    mode: { enum: ['fast', 'exact'] },
  },
}

describe('readProperties', () => {
  it('reads what a form needs of each property', () => {
    expect(readProperties(schema)).toMatchObject([
      { key: 'apiKey', datatype: 'string', isRequired: true, isSecret: true },
      { key: 'limit', datatype: 'integer', isRequired: true, defaultValue: '10' },
      { key: 'filters', datatype: 'json', isRequired: false },
      { key: 'mode', datatype: 'string', choices: ['fast', 'exact'] },
    ])
  })

  it('finds no properties in a value that is not an object schema', () => {
    expect(readProperties({})).toEqual([])
    expect(readProperties({ properties: ['a'] })).toEqual([])
  })
})

describe('toBindingProperties', () => {
  it('leaves out empty values', () => {
    expect(toBindingProperties(readProperties(schema), { apiKey: 'k', limit: '' })).toEqual([
      { key: 'apiKey', value: 'k', datatype: 'string' },
    ])
  })
})
