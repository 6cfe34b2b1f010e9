import { type ModelConfig, Secret } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createModel } from './create-model.ts'
import { ask, COUNT_TOOL, stage, withResults } from './testing/ask.ts'

const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
afterAll(() => egress.close())
afterEach(() => {
  vi.unstubAllEnvs()
})

const config: ModelConfig = {
  provider: 'openai',
  model: 'gpt-5',
  apiKey: new Secret('k'),
  baseUrl: null,
  params: {},
}

describe('refuses a configuration that cannot work', () => {
  test.each<[Partial<ModelConfig>, RegExp]>([
    [{ apiKey: new Secret(' ') }, /No provider key was given\. Set api_key to a key of OpenAI/],
    [{ provider: 'anthropic', apiKey: new Secret('') }, /key of Anthropic/],
    [{ apiKey: new Secret('sk-…') }, /Copy the key again/],
    [{ model: '' }, /No model is named/],
    [{ provider: 'ollama' }, /needs base_url/],
    [{ provider: 'ollama', baseUrl: '  ' }, /needs base_url/],
    [{ provider: 'ollama', baseUrl: 'localhost:11434' }, /http or https/],
    [{ provider: 'ollama', baseUrl: 'file:///etc/passwd' }, /http or https/],
    [{ baseUrl: 'https://api.openai.com.example.net/v1' }, /fixed address/],
  ])('%j', (part, sentence) => {
    expect(() => createModel({ ...config, ...part }, { egress })).toThrow(sentence)
    expect(() => createModel({ ...config, ...part }, { egress })).toThrow(
      expect.objectContaining({ code: 'invalid_config' }),
    )
  })

  test('accepts the default address of the vendor', () => {
    expect(() => createModel({ ...config, baseUrl: 'https://api.openai.com' }, { egress })).not.toThrow()
  })
})

test.each([
  ['bare', ''],
  ['with a slash', '/'],
  ['with the path of the API', '/v1/'],
  ['with the path of the operation', '/v1/chat/completions'],
])('takes a self-hosted address %s', async (_name, path) => {
  await using scene = await stage('ollama', [{ text: 'Hi.' }])
  const baseUrl = scene.vendor.url.replace('/v1', path)
  const model = createModel(
    { ...config, provider: 'ollama', apiKey: new Secret(''), baseUrl },
    { egress: scene.egress },
  )
  expect((await ask(model)).reply.text).toBe('Hi.')
})

test('a forbidden address fails with the same sentence as an unreachable one', async () => {
  const refused = { ...config, provider: 'ollama', baseUrl: 'http://169.254.169.254/v1' } as const
  await using scene = await stage('ollama', [])
  await scene.vendor.close()
  const silent = { ...config, provider: 'ollama', baseUrl: scene.vendor.url } as const
  const sentences = [refused, silent].map(async (one) => {
    return String(await ask(createModel(one, { egress })).catch((error: unknown) => error))
  })
  const [first, second] = await Promise.all(sentences)
  expect(first).toBe(second)
})

describe('params', () => {
  const params = { temperature: 1.5, topP: 0.5, maxTokens: 5 }
  test.each([
    ['openai', 'gpt-4o', { temperature: 1.5, top_p: 0.5, max_output_tokens: 16 }],
    ['openai', 'gpt-5-mini', { max_output_tokens: 16 }],
    ['openai', 'o3', { max_output_tokens: 16 }],
    ['anthropic', 'claude-sonnet-4-5', { temperature: 1, max_tokens: 5 }],
    ['anthropic', 'claude-opus-4-20250514', { temperature: 1, max_tokens: 5 }],
    ['anthropic', 'claude-opus-4-8', { max_tokens: 5 }],
    ['anthropic', 'claude-opus-5', { max_tokens: 5 }],
    ['gemini', 'gemini-3-pro', { temperature: 1.5, top_p: 0.5, max_tokens: 5 }],
    ['deepseek', 'deepseek-chat', { temperature: 1.5, top_p: 0.5, max_tokens: 5 }],
  ] as const)('%s %s', async (provider, model, expected) => {
    await using scene = await stage(provider, [{ text: 'Hi.' }], { model, params })
    await ask(scene.model)
    expect(scene.vendor.refusals).toEqual([])
    const sent = Object.entries(Object(scene.vendor.requests[0]?.body))
    const sampling = sent.filter(([name]) => /temperature|top_p|max_/.test(name))
    expect(Object.fromEntries(sampling)).toEqual(expected)
  })
})

test('does not send back the ids of unencrypted reasoning', async () => {
  const items = [
    { type: 'reasoning', id: 'rs_9', summary: [] },
    { type: 'function_call', id: 'fc_9', call_id: 'call_9', name: 'count_rows', arguments: '{}' },
  ]
  const body = { status: 'completed', output: items }
  await using scene = await stage('openai', [{ pieces: [JSON.stringify(body)] }, { text: 'Hi.' }], {
    model: 'gpt-5',
  })
  const question = [{ role: 'user', content: 'How many?' }] as const
  const { reply } = await ask(scene.model, { messages: question, tools: [COUNT_TOOL] })
  await ask(scene.model, { messages: withResults(question, reply), tools: [COUNT_TOOL] })
  expect(scene.vendor.refusals).toEqual([])
})

describe('the environment of the process', () => {
  test.each(['openai', 'anthropic'] as const)('does not reach %s', async (provider) => {
    vi.stubEnv('OPENAI_API_KEY', 'env-secret')
    vi.stubEnv('OPENAI_ORG_ID', 'env-secret')
    vi.stubEnv('OPENAI_PROJECT_ID', 'env-secret')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9')
    vi.stubEnv('ANTHROPIC_API_KEY', 'env-secret')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'env-secret')
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9')
    await using scene = await stage(provider, [{ text: 'Hi.' }])
    expect((await ask(scene.model)).reply.text).toBe('Hi.')
    expect(JSON.stringify(scene.vendor.requests[0]?.headers)).not.toContain('env-secret')
  })
})
