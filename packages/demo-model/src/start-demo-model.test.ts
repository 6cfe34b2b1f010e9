import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoModel, startDemoModel } from './start-demo-model.ts'

let server: DemoModel
beforeAll(async () => {
  server = await startDemoModel()
})
afterAll(() => server.close())

type Completion = {
  readonly choices: readonly [
    {
      readonly finish_reason: string
      readonly message: {
        readonly content: string
        readonly tool_calls: readonly [{ readonly function: { readonly arguments: string } }]
      }
    },
  ]
}
const readCompletion = async (response: Response) => (await response.json()) as Completion

const tools = [
  { type: 'function', function: { name: 'find_metadata', description: '', parameters: { type: 'object' } } },
]
const post = (body: unknown) =>
  fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const ask = (content: string, more: object = {}) =>
  post({ model: 'parley-demo', messages: [{ role: 'user', content }], ...more })

test('a request whose target is no path gets 404, and the next one is answered', async () => {
  const { hostname, port } = new URL(server.url)
  for (const target of ['//', '//[', '/%', '*']) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.end(`GET ${target} HTTP/1.1\r\nHost: demo\r\nConnection: close\r\n\r\n`)
    let reply = ''
    for await (const chunk of socket) reply += chunk
    expect(reply).toMatch(/^HTTP\/1\.1 404 /)
  }
  expect((await fetch(`${server.url}/models`)).status).toBe(200)
})

describe('answered', () => {
  test('the models', async () => {
    const response = await fetch(`${server.url}/models`)
    expect(await response.json()).toMatchObject({
      object: 'list',
      data: [{ id: 'parley-demo', description: 'Offline demo model: rules, not AI.' }],
    })
  })

  test('in words', async () => {
    const response = await ask('Hello')
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'parley-demo',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: expect.stringContaining('Hello') },
          finish_reason: 'stop',
        },
      ],
      usage: { total_tokens: expect.any(Number) },
    })
  })

  test('with a tool call', async () => {
    const response = await ask('How many cars are there?', { tools })
    const body = await readCompletion(response)
    expect(body.choices[0].finish_reason).toBe('tool_calls')
    expect(body.choices[0].message).toMatchObject({
      content: null,
      tool_calls: [{ type: 'function', id: expect.any(String), function: { name: 'find_metadata' } }],
    })
    expect(JSON.parse(body.choices[0].message.tool_calls[0].function.arguments)).toEqual({
      user_question: 'How many cars are there?',
    })
  })

  test('content in parts', async () => {
    const response = await post({
      model: 'parley-demo',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    })
    expect((await readCompletion(response)).choices[0].message.content).toContain('Hello')
  })

  test('no tools on tool_choice none', async () => {
    const response = await ask('How many cars are there?', { tools, tool_choice: 'none' })
    expect((await readCompletion(response)).choices[0].finish_reason).toBe('stop')
  })
})

describe('streamed', () => {
  async function stream(content: string, more: object = {}) {
    const response = await ask(content, { stream: true, ...more })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const lines = (await response.text()).split('\n\n').filter((line) => line !== '')
    expect(lines.at(-1)).toBe('data: [DONE]')
    return lines.slice(0, -1).map((line) => JSON.parse(line.replace(/^data: /, '')))
  }

  test('the words together are the answer', async () => {
    const chunks = await stream('Hello')
    const whole = await readCompletion(await ask('Hello'))
    const text = chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join('')
    expect(text).toBe(whole.choices[0].message.content)
    expect(chunks.at(-1).choices[0].finish_reason).toBe('stop')
    expect(chunks.length).toBeGreaterThan(10)
  })

  test('a tool call has its index', async () => {
    const chunks = await stream('How many cars are there?', { tools })
    const calls = chunks.flatMap((chunk) => chunk.choices[0].delta.tool_calls ?? [])
    expect(calls).toMatchObject([{ index: 0, id: expect.any(String), function: { name: 'find_metadata' } }])
    expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls')
  })

  test('usage comes when asked for', async () => {
    const chunks = await stream('Hello', { stream_options: { include_usage: true } })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  })
})

describe('refused as vendors refuse', () => {
  test.each<[string, unknown, number, RegExp]>([
    ['no JSON', '{', 400, /JSON object/],
    ['no messages', { model: 'parley-demo', messages: [] }, 400, /messages/],
    [
      'an unknown role',
      { model: 'parley-demo', messages: [{ role: 'boss', content: 'x' }] },
      400,
      /messages\[0\]/,
    ],
    ['another model', { model: 'gpt-5', messages: [{ role: 'user', content: 'x' }] }, 404, /does not exist/],
    [
      'a result without a call',
      { model: 'parley-demo', messages: [{ role: 'tool', tool_call_id: 'x', content: 'x' }] },
      400,
      /without a tool call/,
    ],
    [
      'a call without a result',
      {
        model: 'parley-demo',
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] },
          { role: 'user', content: 'y' },
        ],
      },
      400,
      /before the results/,
    ],
  ])('%s', async (...[, body, status, message]) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(message) } })
  })

  test('a body without end', async () => {
    expect((await post('x'.repeat(9 * 1024 * 1024))).status).toBe(413)
  })

  test('another path, another method', async () => {
    expect((await fetch(`${server.url}/embeddings`)).status).toBe(404)
    expect((await fetch(`${server.url}/chat/completions`)).status).toBe(405)
  })
})
