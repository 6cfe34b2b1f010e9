import { Secret } from '@parley/domain'
import { describe, expect, test } from 'vitest'
import { ask, COUNT_TOOL, stage, withResults } from './testing/ask.ts'
import type { RawReply } from './testing/vendor-server.ts'

const QUESTION = [{ role: 'user', content: 'How many orders and customers?' }] as const
const SSE = { 'content-type': 'text/event-stream' }

function stream(...chunks: unknown[]): RawReply {
  return {
    headers: SSE,
    pieces: [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'],
  }
}

function delta(fields: object, finish_reason: string | null = null) {
  return { choices: [{ index: 0, delta: fields, finish_reason }] }
}

function call(fields: object) {
  return delta({ tool_calls: [fields] })
}

const END = delta({}, 'tool_calls')
const ORDERS = { name: 'count_rows', arguments: '{"table":"orders"}' }
const CUSTOMERS = { name: 'count_rows', arguments: '{"table":"customers"}' }
const BOTH = [
  ['count_rows', '{"table":"orders"}'],
  ['count_rows', '{"table":"customers"}'],
]

describe('streamed tool calls in the shapes that servers send', () => {
  test.each<[string, unknown[]]>([
    [
      'in pieces, by index',
      [
        call({ index: 0, id: 'a', type: 'function', function: { name: 'count_rows', arguments: '' } }),
        call({ index: 0, function: { arguments: '{"table":' } }),
        call({ index: 0, function: { arguments: '"orders"}' } }),
        call({
          index: 1,
          id: 'b',
          type: 'function',
          function: { name: 'count_rows', arguments: '{"table":"cus' },
        }),
        call({ index: 1, function: { arguments: 'tomers"}' } }),
      ],
    ],
    [
      'interleaved',
      [
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 1, id: 'b', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 0, function: { arguments: '"orders"}' } }),
        call({ index: 1, function: { arguments: '"customers"}' } }),
      ],
    ],
    ['without an index', [call({ id: 'a', function: ORDERS }), call({ id: 'b', function: CUSTOMERS })]],
    ['without an index and an id', [call({ function: ORDERS }), call({ function: CUSTOMERS })]],
    [
      'all with the same index',
      [call({ index: 0, id: 'a', function: ORDERS }), call({ index: 0, id: 'b', function: CUSTOMERS })],
    ],
    [
      'with the same index and no id',
      [call({ index: 0, function: ORDERS }), call({ index: 0, function: CUSTOMERS })],
    ],
    [
      'with id and name in every piece',
      [
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '"orders"}' } }),
        call({ index: 1, id: 'b', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 1, id: 'b', function: { name: 'count_rows', arguments: '"customers"}' } }),
      ],
    ],
    [
      'with empty ids and names after the first piece',
      [
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 0, id: '', function: { name: '', arguments: '"orders"}' } }),
        call({ index: 1, id: 'b', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 1, id: null, function: { name: null, arguments: '"customers"}' } }),
      ],
    ],
    [
      'with a new id in every piece',
      [
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 0, id: 'b', function: { arguments: '"orders"}' } }),
        call({ index: 1, id: 'c', function: { name: 'count_rows', arguments: '{"table":' } }),
        call({ index: 1, id: 'd', function: { arguments: '"customers"}' } }),
      ],
    ],
    [
      'all with the same id',
      [call({ index: 0, id: 'a', function: ORDERS }), call({ index: 1, id: 'a', function: CUSTOMERS })],
    ],
    [
      'all with the same id and no index',
      [call({ id: 'a', function: ORDERS }), call({ id: 'a', function: CUSTOMERS })],
    ],
    [
      'with a last piece that repeats all fields except the arguments',
      [
        call({ index: 0, id: 'a', function: ORDERS }),
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '' } }),
        call({ index: 1, id: 'b', function: CUSTOMERS }),
        call({ index: 1, id: 'b', function: { name: 'count_rows', arguments: '' } }),
      ],
    ],
    [
      'with arguments as objects',
      [
        call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: { table: 'orders' } } }),
        call({ index: 1, id: 'b', function: { name: 'count_rows', arguments: { table: 'customers' } } }),
      ],
    ],
    [
      'in one chunk',
      [
        delta({
          tool_calls: [
            { index: 0, id: 'a', function: ORDERS },
            { index: 0, id: 'b', function: CUSTOMERS },
          ],
        }),
      ],
    ],
  ])('%s', async (_name, chunks) => {
    await using scene = await stage('ollama', [stream(...chunks, END), { text: 'Done.' }])
    const { reply } = await ask(scene.model, { messages: QUESTION, tools: [COUNT_TOOL], isStreaming: true })
    expect(reply.toolCalls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual(BOTH)
    expect(reply.finishReason).toBe('tool_calls')

    const messages = withResults(QUESTION, reply)
    expect((await ask(scene.model, { messages, tools: [COUNT_TOOL] })).reply.text).toBe('Done.')
    expect(scene.vendor.refusals).toEqual([])
  })

  test('with arguments that are not JSON: the text is kept and the next request accepted', async () => {
    const broken = call({
      index: 0,
      id: 'a',
      function: { name: 'count_rows', arguments: '{"table": orders' },
    })
    await using scene = await stage('ollama', [stream(broken, END), { text: 'Done.' }])
    const { reply } = await ask(scene.model, { messages: QUESTION, tools: [COUNT_TOOL], isStreaming: true })
    expect(reply.toolCalls[0]?.argumentsText).toBe('{"table": orders')
    await ask(scene.model, { messages: withResults(QUESTION, reply), tools: [COUNT_TOOL] })
    expect(scene.vendor.refusals).toEqual([])
  })

  test('with one index, where the first has no arguments', async () => {
    const bare = call({ index: 0, id: 'a', function: { name: 'count_rows', arguments: '' } })
    await using scene = await stage('ollama', [
      stream(bare, call({ index: 0, id: 'b', function: ORDERS }), END),
    ])
    const { reply } = await ask(scene.model, { tools: [COUNT_TOOL], isStreaming: true })
    expect(reply.toolCalls.map(({ argumentsText }) => argumentsText)).toEqual(['{}', ORDERS.arguments])
  })

  test('without arguments: they are an empty object', async () => {
    const bare = call({ index: 0, id: 'a', function: { name: 'count_rows' } })
    await using scene = await stage('ollama', [stream(bare, END)])
    const { reply } = await ask(scene.model, { tools: [COUNT_TOOL], isStreaming: true })
    expect(reply.toolCalls[0]?.argumentsText).toBe('{}')
  })
})

describe('echoed data', () => {
  test('Gemini gets its signature back, also when the stream gave no indexes', async () => {
    const extra_content = { google: { thought_signature: 'sig' } }
    const chunk = call({ id: 'a', type: 'function', function: ORDERS, extra_content })
    await using scene = await stage('gemini', [stream(chunk, delta({}, 'stop')), { text: 'Done.' }])
    const { reply } = await ask(scene.model, { messages: QUESTION, tools: [COUNT_TOOL], isStreaming: true })
    expect(reply.finishReason).toBe('tool_calls')
    await ask(scene.model, { messages: withResults(QUESTION, reply), tools: [COUNT_TOOL] })
    expect(scene.vendor.refusals).toEqual([])
    expect(JSON.stringify(scene.vendor.requests[1]?.body)).toContain('"thought_signature":"sig"')
  })

  test('an echo is sent only to the model that it came from', async () => {
    await using first = await stage('gemini', [{ toolCalls: [{ name: 'count_rows', arguments: {} }] }])
    const { reply } = await ask(first.model, { messages: QUESTION, tools: [COUNT_TOOL] })
    await using second = await stage('ollama', [{ text: 'Done.' }])
    await ask(second.model, { messages: withResults(QUESTION, reply), tools: [COUNT_TOOL] })
    expect(JSON.stringify(second.vendor.requests[0]?.body)).not.toContain('signature')
  })
})

describe('text and reasoning', () => {
  test('think tags in content become reasoning', async () => {
    const chunks = ['<th', 'ink>Count', ' them.</thi', 'nk>There', ' are 42.'].map((content) =>
      delta({ content }),
    )
    await using scene = await stage('ollama', [
      stream(...chunks, delta({}, 'stop')),
      { text: '<think>Count them.</think>There are 42.' },
    ])
    const streamed = await ask(scene.model, { isStreaming: true })
    const whole = await ask(scene.model)
    for (const { reply } of [streamed, whole]) {
      expect(reply).toMatchObject({ reasoning: 'Count them.', text: 'There are 42.' })
    }
    const said = streamed.events.filter(({ type }) => type === 'text').map((event) => event.delta)
    expect(said.join('')).toBe('There are 42.')
  })

  test('content in parts, refusals and fields of wrong types', async () => {
    const parts = [{ type: 'text', text: 'There are ' }, { type: 'image' }, { type: 'text', text: '42.' }]
    const message = { content: parts, tool_calls: 'none', reasoning: 7 }
    const body = { choices: [{ message, finish_reason: null }], usage: 'many' }
    const refusal = {
      choices: [{ message: { content: null, refusal: 'I will not.' }, finish_reason: 'stop' }],
    }
    await using scene = await stage('ollama', [
      { pieces: [JSON.stringify(body)] },
      { pieces: [JSON.stringify(refusal)] },
    ])
    expect((await ask(scene.model)).reply).toMatchObject({
      text: 'There are 42.',
      usage: null,
      finishReason: 'stop',
    })
    expect((await ask(scene.model)).reply.text).toBe('I will not.')
  })

  test('reads a whole answer from a server that ignores `stream`', async () => {
    const body = { choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }] }
    await using scene = await stage('ollama', [{ pieces: [JSON.stringify(body)] }])
    expect(await ask(scene.model, { isStreaming: true })).toMatchObject({
      events: [],
      reply: { text: 'Whole.' },
    })
  })

  test('accepts any line ends and skips comments and other events', async () => {
    const text = `: waiting\r\n\r\nevent: x\r\ndata: ${JSON.stringify(delta({ content: 'Grüße 🙂' }, 'stop'))}\r\n\r\ndata: [DONE]\r\n\r\n`
    await using scene = await stage('ollama', [{ headers: SSE, pieces: [...text] }])
    expect((await ask(scene.model, { isStreaming: true })).reply.text).toBe('Grüße 🙂')
  })
})

describe('ends of streams', () => {
  const words = delta({ content: 'There' })

  test('accepts [DONE] without a finish reason from self-hosted servers only', async () => {
    await using own = await stage('ollama', [stream(words)])
    expect((await ask(own.model, { isStreaming: true })).reply).toMatchObject({
      text: 'There',
      finishReason: 'stop',
    })
    await using hosted = await stage('gemini', [stream(words)])
    await expect(ask(hosted.model, { isStreaming: true })).rejects.toMatchObject({ isRetryable: true })
  })

  test.each(['error', 'insufficient_system_resource', 'malformed_function_call'])(
    'a stream that ends with "%s" has failed',
    async (reason) => {
      await using scene = await stage('deepseek', [stream(words, delta({}, reason))])
      await expect(ask(scene.model, { isStreaming: true })).rejects.toMatchObject({ code: 'upstream_failed' })
    },
  )

  test.each([
    [{ message: 'overloaded', type: 'server_error' }, true],
    [{ message: 'too fast', code: 429 }, true],
    [{ message: 'bad', type: 'invalid_request_error' }, false],
    ['text only', true],
  ])('an error inside the stream is an error: %j', async (error, isRetryable) => {
    await using scene = await stage('ollama', [stream(words, { error })])
    await expect(ask(scene.model, { isStreaming: true })).rejects.toMatchObject({ isRetryable })
  })

  test('an error object under status 200 is an error', async () => {
    await using scene = await stage('ollama', [{ pieces: ['{"error":{"message":"no","code":401}}'] }])
    await expect(ask(scene.model)).rejects.toThrow(/refused the key/)
  })

  test.each(['<html>Welcome</html>', '[]', '{}', '', '{"choices":[]}'])('refuses %j', async (text) => {
    await using scene = await stage('ollama', [{ pieces: [text] }])
    await expect(ask(scene.model)).rejects.toThrow(/sent an invalid reply/)
  })
})

describe('requests', () => {
  test('send the three sampling parameters', async () => {
    const params = { temperature: 0.2, topP: 0.9, maxTokens: 50 }
    await using scene = await stage('ollama', [{ text: 'Hi.' }], { params, apiKey: new Secret('') })
    await ask(scene.model)
    expect(scene.vendor.requests[0]?.body).toEqual({
      model: 'large',
      messages: [{ role: 'user', content: 'How many orders?' }],
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 50,
    })
    expect(scene.vendor.requests[0]?.headers.authorization).toBeUndefined()
  })
})
