import { type ModelConfig, Secret } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, expect, test } from 'vitest'
import { createModel } from './create-model.ts'
import { openModels } from './open-models.ts'

const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
afterAll(() => egress.close())

const config: ModelConfig = {
  provider: 'openai',
  model: 'gpt-5',
  apiKey: new Secret('k'),
  baseUrl: null,
  params: { topP: 1 },
}

test('caches a model per configuration, and makes a new one when any field changes', () => {
  const open = openModels((config) => createModel(config, { egress }))
  const first = open(config)
  expect(open({ ...config })).toBe(first)
  for (const change of [
    { apiKey: new Secret('other') },
    { model: 'gpt-4o' },
    { params: {} },
    { params: { topP: 0.5 } },
  ]) {
    expect(open({ ...config, ...change })).not.toBe(first)
  }
})

test('drops the least recently used model', () => {
  const open = openModels((config) => createModel(config, { egress }))
  const first = open(config)
  const second = open({ ...config, model: 'second' })
  for (let number = 0; number < 199; number++) {
    open(config)
    open({ ...config, model: `model-${number}` })
  }
  expect(open(config)).toBe(first)
  expect(open({ ...config, model: 'second' })).not.toBe(second)
})

test('caches nothing for an invalid configuration', () => {
  const open = openModels((config) => createModel(config, { egress }))
  expect(() => open({ ...config, apiKey: new Secret('') })).toThrow(/No provider key/)
  expect(() => open({ ...config, apiKey: new Secret('') })).toThrow(/No provider key/)
})
