import { describe, expect, test } from 'vitest'
import { startVendorServer } from './vendor-server.ts'

/** Requests that the real vendors refuse. A stand-in that accepts one is useless. */
const user = { role: 'user', content: 'Hello' }
const tool = { name: 'count_rows', description: '', parameters: { type: 'object' } }

function chatCall(id: string, extra: object = {}) {
  return { id, type: 'function', function: { name: 'count_rows', arguments: '{}' }, ...extra }
}

const CHAT_BODIES: Record<string, object> = {
  'no messages': { messages: [] },
  'an unknown role': { messages: [{ role: 'developer', content: 'x' }] },
  'an unknown field': { messages: [user], top_k: 4 },
  'an unknown field of a message': { messages: [{ ...user, type: 'chat' }] },
  'an orphan tool result': { messages: [user, { role: 'tool', tool_call_id: 'abcdefghi', content: '1' }] },
  'a call without its result': {
    messages: [user, { role: 'assistant', content: null, tool_calls: [chatCall('abcdefghi')] }],
  },
  'an id of another form': {
    messages: [
      user,
      { role: 'assistant', content: null, tool_calls: [chatCall('call_1')] },
      { role: 'tool', tool_call_id: 'call_1', content: '1' },
    ],
  },
  'empty tools': { messages: [user], tools: [] },
  'stream_options without stream': { messages: [user], stream_options: {} },
}

describe('chat completions refuse', () => {
  test.each(Object.entries(CHAT_BODIES))('%s', async (_name, body) => {
    expect(await statusOf('ollama', '/chat/completions', { model: 'm', ...body })).toBe(400)
  })

  test('a call without the signature, for Gemini, and without the reasoning, for DeepSeek', async () => {
    const messages = [
      user,
      { role: 'assistant', content: null, tool_calls: [chatCall('abcdefghi')] },
      { role: 'tool', tool_call_id: 'abcdefghi', content: '1' },
    ]
    expect(await statusOf('gemini', '/chat/completions', { model: 'm', messages })).toBe(400)
    expect(await statusOf('deepseek', '/chat/completions', { model: 'deepseek-reasoner', messages })).toBe(
      400,
    )
    expect(await statusOf('ollama', '/chat/completions', { model: 'm', messages })).toBe(200)
  })
})

const CALL = { type: 'function_call', call_id: 'a', name: 'count_rows', arguments: '{}' }
const RESULT = { type: 'function_call_output', call_id: 'a', output: '1' }

const RESPONSES_BODIES: Record<string, object> = {
  'an orphan result': { input: [user, RESULT] },
  'a call without its result': { input: [user, CALL] },
  'reasoning that is not stored': {
    input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, CALL, RESULT],
  },
  'reasoning without an item after it': {
    input: [user, { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' }],
  },
  'a call without its reasoning': { model: 'gpt-5', input: [user, { ...CALL, id: 'fc_1' }, RESULT] },
  'a temperature for a thinking model': { model: 'gpt-5', input: [user], temperature: 0.5 },
  'encrypted reasoning of another model': { input: [user], include: ['reasoning.encrypted_content'] },
  'a tool in strict mode': { input: [user], tools: [{ type: 'function', ...tool }] },
}

test.each(Object.entries(RESPONSES_BODIES))('responses refuse %s', async (_name, body) => {
  expect(await statusOf('openai', '/responses', { model: 'gpt-4o', store: false, ...body })).toBe(400)
})

const USE = { type: 'tool_use', id: 'toolu_1', name: 'count_rows', input: {} }
const USED = { role: 'assistant', content: [USE] }
const BACK = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '1' }] }
const TOOLS = [{ name: 'count_rows', input_schema: { type: 'object' } }]

const ANTHROPIC_BODIES: Record<string, object> = {
  'a system message among the turns': { messages: [{ role: 'system', content: 'x' }, user] },
  'an orphan result': { messages: [BACK], tools: TOOLS },
  'a call without its result': { messages: [user, USED, user], tools: TOOLS },
  'a call at the end': { messages: [user, USED], tools: TOOLS },
  'tool blocks without tools': { messages: [user, USED, BACK] },
  'blank text': { messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] },
  'arguments as text': {
    messages: [user, { role: 'assistant', content: [{ ...USE, input: '{}' }] }, BACK],
    tools: TOOLS,
  },
  'both sampling params': { messages: [user], temperature: 0.5, top_p: 0.5 },
  'a temperature of 2': { messages: [user], temperature: 2 },
  'a forged signature': {
    messages: [user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }] }],
  },
}

describe('messages refuse', () => {
  test.each(Object.entries(ANTHROPIC_BODIES))('%s', async (_name, body) => {
    const whole = { model: 'claude-sonnet-4-5', max_tokens: 10, ...body }
    expect(await statusOf('anthropic', '/v1/messages', whole)).toBe(400)
  })

  test('a request without a version header', async () => {
    const body = { model: 'claude-sonnet-4-5', max_tokens: 10, messages: [user] }
    expect(await statusOf('anthropic', '/v1/messages', body, { 'anthropic-version': '' })).toBe(400)
    expect(await statusOf('anthropic', '/v1/messages', body)).toBe(200)
  })
})

test('a call without a scripted reply fails', async () => {
  const body = { model: 'm', messages: [user] }
  expect(await statusOf('ollama', '/chat/completions', body, {}, [])).toBe(500)
})

async function statusOf(
  provider: 'ollama' | 'gemini' | 'deepseek' | 'openai' | 'anthropic',
  path: string,
  body: object,
  headers: Record<string, string> = {},
  script = [{ text: 'Hello.' }],
): Promise<number> {
  const server = await startVendorServer({ provider, script })
  const sent = {
    'content-type': 'application/json',
    authorization: 'Bearer test-key',
    'anthropic-version': '2023-06-01',
    ...headers,
  }
  const given = Object.entries(sent).filter(([, value]) => value !== '')
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: Object.fromEntries(given),
    body: JSON.stringify(body),
  })
  await reply.text()
  await server.close()
  return reply.status
}
