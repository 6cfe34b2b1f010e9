import { AppError } from '@parley/errors'
import { describe, expect, test } from 'vitest'
import { askUserTool } from './ask-user.ts'
import { runAgent } from './run-agent.ts'
import { type ScriptedReply, scriptedModel } from './testing.ts'
import type { AgentEvent, AgentRun, Outcome, Tool } from './types.ts'

const question = [{ role: 'user', content: 'How much is 2 + 2?' }] as const

const add: Tool = {
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  call: async (input) => {
    const sum = Number(input.a) + Number(input.b)
    return { status: 'ok', output: { sum }, content: `The sum is ${sum}.` }
  },
}

const askAdd = (a: number, b: number): ScriptedReply => ({
  toolCalls: [{ name: 'add', arguments: { a, b } }],
})

async function drain(replies: readonly ScriptedReply[], options: Partial<AgentRun> = {}) {
  const scripted = scriptedModel(replies)
  const signal = new AbortController().signal
  const run = runAgent({ model: scripted.model, tools: [add], messages: question, signal, ...options })
  const events: AgentEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done === true) return { events, outcome: next.value, requests: scripted.requests }
    events.push(next.value)
  }
}

function kindOf(outcome: Outcome): string {
  return outcome.kind === 'truncated' ? `truncated ${outcome.limit}` : outcome.kind
}

describe('answered', () => {
  test('without a tool', async () => {
    const { outcome, events } = await drain(['Four.'])
    expect(outcome).toEqual({
      kind: 'answered',
      text: 'Four.',
      reasoning: '',
      steps: [],
      usage: { inputTokens: 0, outputTokens: 0 },
    })
    expect(events).toEqual([])
  })

  test('with a tool: the model reads the result, the trace shows the step, usage adds up', async () => {
    const usage = { inputTokens: 10, outputTokens: 5 }
    const call = { name: 'add', arguments: { a: 2, b: 2 }, id: 'call_7' }
    const { outcome, requests, events } = await drain([
      { toolCalls: [call], text: 'Let me add.', reasoning: 'I need a sum.', usage, echo: { signature: 'x' } },
      { text: 'Four.', reasoning: 'Done.', usage },
    ])
    expect(outcome).toMatchObject({ kind: 'answered', text: 'Four.', reasoning: 'I need a sum.\n\nDone.' })
    expect(outcome.usage).toEqual({ inputTokens: 20, outputTokens: 10 })
    expect(outcome.steps).toEqual([
      {
        stepId: 1,
        agentName: 'add',
        input: { a: 2, b: 2 },
        output: { sum: 4 },
        status: 'ok',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        durationMs: expect.any(Number),
      },
    ])
    expect(requests[1]?.messages).toEqual([
      ...question,
      {
        role: 'assistant',
        content: 'Let me add.',
        toolCalls: [{ id: 'call_7', name: 'add', argumentsText: '{"a":2,"b":2}' }],
        echo: { signature: 'x' },
      },
      { role: 'tool', toolCallId: 'call_7', toolName: 'add', content: 'The sum is 4.', isError: false },
    ])
    expect(events.map((event) => event.type)).toEqual(['step_start', 'step_end'])
  })

  test('by a tool that asks the user: its question ends the run with its choices', async () => {
    const ask = { name: 'ask_user', arguments: { question: 'Which  one?', choices: ['A', 'B', 'A'] } }
    const scripted = { text: 'Let me see.', toolCalls: [ask] }
    const { outcome, events, requests } = await drain([scripted], {
      tools: [askUserTool()],
      isStreaming: true,
    })
    expect(outcome).toMatchObject({ kind: 'answered', text: 'Which one?\n\n- A\n- B', choices: ['A', 'B'] })
    expect(requests).toHaveLength(1)
    expect(events.at(-1)).toEqual({ type: 'text', delta: 'Which one?\n\n- A\n- B' })
  })

  test.each([
    [{ question: 'Which?', choices: ['A'] }],
    [{ question: 'Which?', choices: ['A', 'A'] }],
    [{ question: 'Which?', choices: ['A', 'B', 'C', 'D', 'E', 'F'] }],
    [{ question: ' ', choices: ['A', 'B'] }],
    [{ question: 'Which?', choices: ['A', { deep: 'B' }] }],
    [{ choices: ['A', 'B'] }],
  ])('goes on with a sentence for a question that cannot be asked: %j', async (given) => {
    const ask = { toolCalls: [{ name: 'ask_user', arguments: given }] }
    const { outcome } = await drain([ask, 'Four.'], { tools: [askUserTool()] })
    expect(outcome).toMatchObject({ kind: 'answered', text: 'Four.', steps: [{ status: 'error' }] })
    expect(outcome).not.toHaveProperty('choices')
  })

  test('the model receives the tools without their internal fields', async () => {
    const { requests } = await drain(['Four.'])
    const { name, description, parameters } = add
    expect(requests[0]?.tools).toEqual([{ name, description, parameters }])
  })

  test('streams reasoning and text as they arrive', async () => {
    const { events } = await drain([{ text: 'Four.', reasoning: 'Easy.' }], { isStreaming: true })
    expect(events).toEqual([
      { type: 'reasoning', delta: 'Easy.' },
      { type: 'text', delta: 'Four.' },
    ])
  })

  test('asks once more, without tools, after an empty reply to tool results', async () => {
    const { outcome, requests } = await drain([askAdd(2, 2), '', 'Four.'])
    expect(outcome).toMatchObject({ kind: 'answered', text: 'Four.' })
    expect(requests[2]?.tools).toEqual([])
    expect(requests[2]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('now'),
    })
  })

  test('removes characters from the answer that a database cannot store', async () => {
    const { outcome } = await drain(['Fo\0ur\uD800.'])
    expect(outcome.text).toBe('Four\uFFFD.')
  })
})

describe('truncated', () => {
  const many: ScriptedReply[] = Array.from({ length: 9 }, (_, index) => askAdd(index, index))

  test('after the rounds, with one last call without tools', async () => {
    const { outcome, requests } = await drain([...many.slice(0, 2), 'So far: 2.'], { limits: { rounds: 2 } })
    expect(kindOf(outcome)).toBe('truncated rounds')
    expect(outcome.text).toBe('So far: 2.')
    expect(requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0])
    expect(requests[2]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('2 rounds of tool calls'),
    })
  })

  test('after the calls: the rest of a large reply is refused in one step and answered call by call', async () => {
    const toolCalls = Array.from({ length: 500 }, (_, index) => ({
      name: 'add',
      arguments: { a: index, b: 1 },
    }))
    const { outcome, requests } = await drain([{ toolCalls }, 'Enough.'], { limits: { calls: 3 } })
    expect(kindOf(outcome)).toBe('truncated calls')
    expect(outcome.steps.map(({ stepId, status }) => [stepId, status])).toEqual([
      [1, 'ok'],
      [2, 'ok'],
      [3, 'ok'],
      [4, 'refused'],
    ])
    expect(outcome.steps[3]?.output).toEqual({ error: expect.stringContaining('496 more calls') })
    expect(requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(500)
  })

  test('at the third identical call, whatever the order of the arguments', async () => {
    const swapped = { toolCalls: [{ name: 'add', arguments: '{"b":2,"a":2}' }] }
    const { outcome } = await drain([askAdd(2, 2), swapped, askAdd(2, 2), 'Four.'])
    expect(kindOf(outcome)).toBe('truncated identicalCalls')
    expect(outcome.steps.map(({ status }) => status)).toEqual(['ok', 'ok', 'refused'])
  })

  test('after the tokens', async () => {
    const usage = { inputTokens: 900, outputTokens: 100 }
    const toolCalls = [{ name: 'add', arguments: { a: 1, b: 1 } }]
    const { outcome } = await drain([{ toolCalls, usage }, 'Two, I think.'], { limits: { tokens: 1000 } })
    expect(kindOf(outcome)).toBe('truncated tokens')
  })

  test('after the time for tools, with the answer written in the remaining time', async () => {
    const slow: Tool = { ...add, call: () => new Promise(() => undefined) }
    const { outcome } = await drain([askAdd(2, 2), 'No sum came.'], { tools: [slow], limits: { runMs: 600 } })
    expect(kindOf(outcome)).toBe('truncated runMs')
    expect(outcome.steps[0]).toMatchObject({ status: 'timeout' })
    expect(outcome.text).toBe('No sum came.')
  })

  test('when the time ends during the answer: keeps the text streamed so far', async () => {
    const hanging = { deltas: [{ type: 'text', delta: 'Fo' }], isHanging: true } as const
    const { outcome } = await drain([hanging], { isStreaming: true, limits: { runMs: 50 } })
    expect(kindOf(outcome)).toBe('truncated runMs')
    expect(outcome.text).toBe('Fo')
  })

  test('by the vendor: length; half-written calls are not made', async () => {
    const toolCalls = [{ name: 'add', arguments: { a: 1, b: 1 } }]
    const { outcome } = await drain([{ text: 'The sum', toolCalls, finishReason: 'length' }])
    expect(kindOf(outcome)).toBe('truncated length')
    expect(outcome.steps).toEqual([])
  })

  test.each([true, false])('an answer of 10 MB is cut, streaming %s', async (isStreaming) => {
    const { outcome } = await drain(['x'.repeat(10_000_000)], { isStreaming })
    expect(kindOf(outcome)).toBe('truncated length')
    expect(outcome.text.length).toBeLessThanOrEqual(200_000)
  })
})

describe('cancelled', () => {
  test('before it begins: the model is not asked', async () => {
    const { outcome, requests } = await drain([], { signal: AbortSignal.abort() })
    expect(outcome.kind).toBe('cancelled')
    expect(requests).toEqual([])
  })

  test('in the middle of an answer, by a model that does not listen: the partial text is kept', async () => {
    const controller = new AbortController()
    const { model } = scriptedModel([{ deltas: [{ type: 'text', delta: 'Fo' }], isHanging: true }])
    const messages = question
    const run = runAgent({ model, tools: [], messages, signal: controller.signal, isStreaming: true })
    expect(await run.next()).toEqual({ done: false, value: { type: 'text', delta: 'Fo' } })
    const ending = run.next()
    controller.abort()
    expect(await ending).toMatchObject({ done: true, value: { kind: 'cancelled', text: 'Fo' } })
  })

  test('during calls: those under way become cancelled steps, those waiting are not begun', async () => {
    const controller = new AbortController()
    let begun = 0
    const slow: Tool = {
      ...add,
      call: (_input, { signal }) => {
        begun += 1
        if (begun === 2) controller.abort()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    }
    const toolCalls = [1, 2, 3].map((a) => ({ name: 'add', arguments: { a, b: a } }))
    const limits = { parallelCalls: 2 }
    const { outcome, events } = await drain([{ toolCalls }], {
      tools: [slow],
      limits,
      signal: controller.signal,
    })
    expect(outcome.kind).toBe('cancelled')
    expect(outcome.steps.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(events.filter(({ type }) => type === 'step_end')).toHaveLength(2)
  })

  test('by a reader that stops reading: the signal of the running tool aborts', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const slow: Tool = {
      ...add,
      call: (_input, { signal, onProgress }) => {
        signal.addEventListener('abort', () => resolve(signal.aborted))
        onProgress('working')
        return new Promise(() => undefined)
      },
    }
    const { model } = scriptedModel([askAdd(1, 1)])
    const signal = new AbortController().signal
    for await (const event of runAgent({ model, tools: [slow], messages: question, signal })) {
      if (event.type === 'step_progress') break
    }
    expect(await promise).toBe(true)
  })
})

describe('failed', () => {
  test('with the error of the model, keeping steps and text', async () => {
    const error = new AppError('rate_limited', 'The vendor asks to wait.')
    const deltas = [{ type: 'text', delta: 'The su' }] as const
    const { outcome } = await drain([askAdd(2, 2), { deltas, error }], { isStreaming: true })
    expect(outcome).toMatchObject({ kind: 'failed', error, text: 'The su', steps: [{ status: 'ok' }] })
  })

  test('with a fixed sentence after an internal fault', async () => {
    const { outcome } = await drain([new Error('secret detail')])
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'internal' } })
    expect(outcome.kind === 'failed' && outcome.error.message).not.toContain('secret')
  })

  test('when the model never answers', async () => {
    const { outcome } = await drain([{ isHanging: true }], { limits: { runMs: 50 } })
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'upstream_timeout' } })
  })

  test.each<[string, ScriptedReply, RegExp]>([
    ['an empty answer', '  \n', /empty answer/],
    ['no room for an answer', { finishReason: 'length', reasoning: 'long' }, /max_tokens/],
    ['a content filter', { finishReason: 'content_filter', text: 'Part' }, /content filter/],
  ])('%s', async (_name, reply, sentence) => {
    const { outcome } = await drain([reply])
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'upstream_failed' } })
    expect(outcome.kind === 'failed' && outcome.error.message).toMatch(sentence)
  })

  test('after three repairs of unusable calls in a row', async () => {
    const unknown = { toolCalls: [{ name: 'subtract' }] }
    const { outcome, requests } = await drain([unknown, unknown, unknown, unknown])
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'upstream_failed' } })
    expect(requests).toHaveLength(4)
    expect(outcome.steps).toHaveLength(4)
  })
})

describe('concurrent calls', () => {
  test('steps are numbered in the order of the calls, events come as they happen', async () => {
    const doors = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const slow: Tool = {
      ...add,
      call: async (input, { stepId, onProgress }) => {
        onProgress(`step ${stepId}`)
        await doors[Number(input.a)]?.promise
        doors[Number(input.a) - 1]?.resolve()
        return add.call(input, { stepId, onProgress, signal: AbortSignal.abort() })
      },
    }
    doors[2]?.resolve()
    const toolCalls = [0, 1, 2].map((a) => ({ name: 'add', arguments: { a, b: 1 } }))
    const { outcome, events, requests } = await drain([{ toolCalls }, 'Done.'], { tools: [slow] })
    const happened = events.map((event) => {
      if (event.type === 'step_end') return `end ${event.step.stepId}`
      return event.type === 'step_start' || event.type === 'step_progress'
        ? `${event.type} ${event.stepId}`
        : ''
    })
    expect(happened.slice(-3)).toEqual(['end 3', 'end 2', 'end 1'])
    expect(happened.indexOf('step_start 1')).toBeLessThan(happened.indexOf('step_progress 1'))
    expect(outcome.steps.map(({ stepId, output }) => [stepId, output.sum])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    const results = requests[1]?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    expect(results).toEqual(['The sum is 1.', 'The sum is 2.', 'The sum is 3.'])
  })

  test('never more calls than the limit', async () => {
    let running = 0
    let most = 0
    const counted: Tool = {
      ...add,
      call: async (input, context) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return add.call(input, context)
      },
    }
    const toolCalls = [1, 2, 3, 4, 5, 6, 7].map((a) => ({ name: 'add', arguments: { a, b: 1 } }))
    await drain([{ toolCalls }, 'Done.'], { tools: [counted], limits: { parallelCalls: 3 } })
    expect(most).toBe(3)
  })
})
