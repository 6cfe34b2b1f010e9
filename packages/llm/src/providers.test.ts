import { type Provider, Secret } from '@parley/domain'
import { describe, expect, test } from 'vitest'
import { ask, COUNT_TOOL, stage, withResults } from './testing/ask.ts'

const PROVIDERS: readonly Provider[] = ['openai', 'anthropic', 'gemini', 'deepseek', 'ollama']

/** A thinking model of each vendor, so that the strictest rules apply. */
const MODELS: Record<Provider, string> = {
  openai: 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-3-pro',
  deepseek: 'deepseek-reasoner',
  ollama: 'llama3.3',
}

const QUESTION = [
  { role: 'system', content: 'You count rows.' },
  { role: 'user', content: 'How many orders and customers?' },
] as const

const TWO_CALLS = [
  { name: 'count_rows', arguments: { table: 'orders' } },
  { name: 'count_rows', arguments: { table: 'customers' } },
]

// The tests that wait for a vendor wait together.
describe.concurrent.each(PROVIDERS)('%s', (provider) => {
  const config = { model: MODELS[provider] }

  describe.each([false, true])('streaming: %s', (isStreaming) => {
    test('answers in words, with usage', async () => {
      await using scene = await stage(provider, [{ text: 'There are 42 — “in all”. 🙂' }], config)
      const { reply, events } = await ask(scene.model, { messages: QUESTION, isStreaming })

      expect(scene.vendor.refusals).toEqual([])
      expect(reply).toMatchObject({
        text: 'There are 42 — “in all”. 🙂',
        reasoning: '',
        toolCalls: [],
        finishReason: 'stop',
        usage: { inputTokens: 12, outputTokens: 7 },
      })
      const deltas = events.map(({ delta }) => delta)
      expect(deltas.join('')).toBe(isStreaming ? reply.text : '')
      expect(deltas.length > 1).toBe(isStreaming)
    })

    test('calls two tools at once and reads their results', async () => {
      const script = [{ reasoning: 'Two counts.', toolCalls: TWO_CALLS }, { text: '41 and 42.' }]
      await using scene = await stage(provider, script, config)
      const first = await ask(scene.model, { messages: QUESTION, tools: [COUNT_TOOL], isStreaming })

      expect(first.reply.finishReason).toBe('tool_calls')
      expect(first.reply.reasoning).toBe('Two counts.')
      expect(
        first.reply.toolCalls.map(({ name, argumentsText }) => [name, JSON.parse(argumentsText)]),
      ).toEqual([
        ['count_rows', { table: 'orders' }],
        ['count_rows', { table: 'customers' }],
      ])
      expect(new Set(first.reply.toolCalls.map(({ id }) => id)).size).toBe(2)

      const messages = withResults(QUESTION, first.reply)
      const second = await ask(scene.model, { messages, tools: [COUNT_TOOL], isStreaming })
      expect(scene.vendor.refusals).toEqual([])
      expect(second.reply.text).toBe('41 and 42.')
    })

    test('writes the last answer without tools', async () => {
      const script = [{ reasoning: 'Counting.', toolCalls: TWO_CALLS }, { text: 'About 42.' }]
      await using scene = await stage(provider, script, config)
      const { reply } = await ask(scene.model, { messages: QUESTION, tools: [COUNT_TOOL], isStreaming })
      const last = await ask(scene.model, { messages: withResults(QUESTION, reply), tools: [], isStreaming })
      expect(scene.vendor.refusals).toEqual([])
      expect(last.reply.text).toBe('About 42.')
    })

    test('says when the answer was cut or withheld', async () => {
      await using scene = await stage(
        provider,
        [
          { text: 'There are', finish: 'length' },
          { text: '', finish: 'content_filter' },
        ],
        config,
      )
      expect((await ask(scene.model, { isStreaming })).reply.finishReason).toBe('length')
      expect((await ask(scene.model, { isStreaming })).reply.finishReason).toBe('content_filter')
    })

    test('fails with a sentence when the key is refused', async () => {
      await using scene = await stage(provider, [], { ...config, apiKey: new Secret('sk-very-secret') })
      const error = await ask(scene.model, { isStreaming }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'upstream_failed', isRetryable: false })
      expect(String(error)).toMatch(/refused the key/)
      expect(String(error)).not.toContain('sk-very-secret')
    })

    test.each([
      ['500', { status: 503, pieces: ['<html>gateway at 10.0.0.7</html>'] }, { isRetryable: true }],
      [
        '429',
        {
          status: 429,
          headers: { 'retry-after': '7' },
          pieces: ['{"error":{"message":"slow down sk-123"}}'],
        },
        { isRetryable: true, retryAfterSeconds: 7 },
      ],
      [
        '400',
        { status: 400, pieces: ['{"error":{"message":"bad prompt: How many"}}'] },
        { isRetryable: false },
      ],
    ])('maps status %s and quotes nothing', async (_status, reply, expected) => {
      await using scene = await stage(provider, [reply], config)
      const error = await ask(scene.model, { isStreaming }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'upstream_failed', ...expected })
      expect(String(error)).not.toMatch(/10\.0\.0\.7|sk-123|How many/)
    })

    test('gives the reason of an aborted signal while the vendor is silent', { timeout: 3000 }, async () => {
      await using scene = await stage(provider, [{ pieces: [''], ending: 'hang' }], config)
      const abort = new AbortController()
      const asked = ask(scene.model, { isStreaming, signal: abort.signal })
      const reason = new Error('The user pressed stop.')
      while (scene.vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      abort.abort(reason)
      await expect(asked).rejects.toBe(reason)
    })

    test('fails when the vendor sends nothing, or stops during the reply', async () => {
      const limits = { firstByteMs: 100, idleMs: 100 }
      const silent = { pieces: [], ending: 'hang' } as const
      const half = {
        headers: { 'content-type': 'text/event-stream' },
        pieces: [': wait\n\n'],
        ending: 'hang',
      } as const
      await using scene = await stage(provider, [silent, half], { ...config, limits })
      await expect(ask(scene.model, { isStreaming })).rejects.toMatchObject({
        code: 'upstream_timeout',
        isRetryable: false,
        message: expect.stringContaining('did not answer in time'),
      })
      if (!isStreaming) return
      await expect(ask(scene.model, { isStreaming })).rejects.toMatchObject({ code: 'upstream_timeout' })
    })

    test('fails when the answer is larger than the limit', async () => {
      const limits = { replyBytes: 10_000 }
      await using scene = await stage(provider, [{ text: 'word '.repeat(10_000) }], { ...config, limits })
      await expect(ask(scene.model, { isStreaming })).rejects.toThrow(/sent more than 10000 bytes/)
    })

    test('fails when no server listens', async () => {
      await using scene = await stage(provider, [], config)
      await scene.vendor.close()
      await expect(ask(scene.model, { isStreaming })).rejects.toMatchObject({
        code: 'upstream_failed',
        message: expect.stringContaining('could not be reached'),
      })
    })

    test('fails when the connection breaks', async () => {
      await using scene = await stage(provider, [{ pieces: ['{"choices":'], ending: 'reset' }], config)
      await expect(ask(scene.model, { isStreaming })).rejects.toMatchObject({ code: 'upstream_failed' })
    })
  })

  test('fails when a stream closes normally without its end marker', async () => {
    const piece = HALF_A_STREAM[provider]
    const headers = { 'content-type': 'text/event-stream' }
    await using cut = await stage(provider, [{ headers, pieces: [piece] }], config)
    await expect(ask(cut.model, { isStreaming: true })).rejects.toMatchObject({
      code: 'upstream_failed',
      isRetryable: true,
      message: expect.stringContaining('before it was complete'),
    })
  })
})

// Gemini and DeepSeek accept calls only together with their own echo data.
test.each(['openai', 'anthropic', 'ollama'] as const)(
  '%s reads calls that another model made',
  async (provider) => {
    const toolCalls = [
      { id: 'call_of/another vendor', name: 'count_rows', argumentsText: '{"table": orders' },
    ]
    const [toolCallId, toolName] = ['call_of/another vendor', 'count_rows']
    await using scene = await stage(provider, [{ text: '41.' }], { model: MODELS[provider] })
    const { reply } = await ask(scene.model, {
      messages: [
        ...QUESTION,
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', toolCallId, toolName, content: 'These are no JSON arguments.', isError: true },
        { role: 'assistant', content: 'I could not count.' },
        { role: 'user', content: 'Again!' },
      ],
      tools: [COUNT_TOOL],
    })
    expect(scene.vendor.refusals).toEqual([])
    expect(reply.text).toBe('41.')
  },
)

describe('pictures of a question', () => {
  const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
  const DATA = bytes.toString('base64')
  const asked = {
    role: 'user' as const,
    content: 'What?',
    pictures: [{ mediaType: 'image/png' as const, bytes }],
  }

  test.each([
    [
      'openai',
      'gpt-5',
      `"content":[{"type":"input_text","text":"What?"},{"type":"input_image","image_url":"data:image/png;base64,${DATA}","detail":"auto"}]`,
    ],
    [
      'anthropic',
      'claude-sonnet-4-5',
      `"content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${DATA}"}},{"type":"text","text":"What?"}]`,
    ],
    [
      'gemini',
      MODELS.gemini,
      `"content":[{"type":"text","text":"What?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,${DATA}"}}]`,
    ],
    [
      'ollama',
      'qwen2.5vl:7b',
      `"content":[{"type":"text","text":"What?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,${DATA}"}}]`,
    ],
    ['deepseek', MODELS.deepseek, 'What?\\n[The user attached pictures: 1. You cannot see pictures.]'],
  ] as const)('reach %s in its own form', async (provider, model, form) => {
    await using scene = await stage(provider, [{ text: 'A cat.' }], { model })
    await ask(scene.model, { messages: [asked], tools: [] })
    expect(scene.vendor.refusals).toEqual([])
    expect(JSON.stringify(scene.vendor.requests.at(-1)?.body)).toContain(form)
  })
})

describe('pictures of a tool', () => {
  const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
  const DATA = PNG.toString('base64')
  const NOTE = 'A cat.\n[One picture was returned and shown to the user. You cannot see pictures.]'

  /** The body of the request that gives a model a result with a picture. */
  async function bodyFor(provider: Provider, model = MODELS[provider]) {
    const toolCalls = TWO_CALLS.slice(0, 1)
    await using scene = await stage(provider, [{ reasoning: 'Looking.', toolCalls }, { text: 'A cat.' }], {
      model,
    })
    const { reply } = await ask(scene.model, { messages: QUESTION, tools: [COUNT_TOOL] })
    const pictures = [{ mediaType: 'image/png' as const, bytes: PNG }]
    const messages = withResults(QUESTION, reply).map((message) =>
      message.role === 'tool' ? { ...message, content: 'A cat.', pictures } : message,
    )
    await ask(scene.model, { messages, tools: [COUNT_TOOL] })
    expect(scene.vendor.refusals).toEqual([])
    return JSON.stringify(scene.vendor.requests.at(-1)?.body)
  }

  test('reach OpenAI as an image of the result', async () => {
    expect(await bodyFor('openai', 'gpt-5')).toContain(
      `"output":[{"type":"input_text","text":"A cat."},{"type":"input_image","image_url":"data:image/png;base64,${DATA}"}]`,
    )
  })

  test('reach Anthropic as an image block of the result', async () => {
    expect(await bodyFor('anthropic', 'claude-sonnet-4-5')).toContain(
      `"content":[{"type":"text","text":"A cat."},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${DATA}"}}]`,
    )
  })

  test('reach Gemini in a message after the result', async () => {
    expect(await bodyFor('gemini')).toContain(
      `"content":"A cat."},{"role":"user","content":[{"type":"text","text":"Pictures that count_rows returned:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,${DATA}"}}]}`,
    )
  })

  test.each([
    ['openai', 'o3-mini'],
    ['anthropic', 'claude-2.1'],
    ['deepseek', 'deepseek-chat'],
    ['ollama', 'llama3'],
  ] as const)('%s: a model that cannot see gets a sentence', async (provider, model) => {
    const body = await bodyFor(provider, model)
    expect(body).toContain(JSON.stringify(NOTE).slice(1, -1))
    expect(body).not.toContain(DATA)
  })
})

describe('errors inside the streams of the vendors’ own interfaces', () => {
  test.each([
    ['openai', 'error', { type: 'error', code: 'rate_limit_exceeded', message: 'slow' }, /rate limit/],
    ['openai', 'response.failed', failed('server_error'), /fails at present/],
    ['openai', 'response.failed', failed('rate_limit_exceeded'), /rate limit/],
    [
      'anthropic',
      'error',
      { type: 'error', error: { type: 'overloaded_error', message: 'x' } },
      /fails at present/,
    ],
    [
      'anthropic',
      'error',
      { type: 'error', error: { type: 'rate_limit_error', message: 'x' } },
      /rate limit/,
    ],
  ] as const)('%s %s %j', async (provider, event, data, sentence) => {
    const pieces = [`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`]
    const reply = { headers: { 'content-type': 'text/event-stream' }, pieces }
    await using scene = await stage(provider, [reply], { model: MODELS[provider] })
    await expect(ask(scene.model, { isStreaming: true })).rejects.toMatchObject({
      isRetryable: true,
      message: expect.stringMatching(sentence),
    })
  })

  function failed(code: string) {
    return { response: { status: 'failed', output: [], error: { code, message: 'x' } } }
  }
})

const CHAT_HALF = 'data: {"choices":[{"delta":{"content":"There"}}]}\n\n'

const HALF_A_STREAM: Record<Provider, string> = {
  openai:
    'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"There"}\n\n',
  anthropic:
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  gemini: CHAT_HALF,
  deepseek: CHAT_HALF,
  ollama: CHAT_HALF,
}
