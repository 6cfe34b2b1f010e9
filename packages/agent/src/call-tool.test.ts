import type { JsonSchema } from '@parley/domain'
import { AppError } from '@parley/errors'
import { describe, expect, test } from 'vitest'
import { runAgent } from './run-agent.ts'
import { type ScriptedCall, scriptedModel } from './testing.ts'
import type { ModelMessage, Tool, ToolResult } from './types.ts'

const parameters: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', enum: [1, 3] } },
  required: ['city'],
  additionalProperties: false,
}

const ok: ToolResult = { status: 'ok', output: { sunny: true }, content: 'Sunny.' }

/** Runs one call of a tool through the engine. Returns its step and the message for the model. */
async function callOnce(call: ScriptedCall, tool: Partial<Tool> = {}) {
  const scripted = scriptedModel([{ toolCalls: [call] }, 'Done.'])
  const weather: Tool = {
    name: 'weather',
    description: 'Forecast.',
    parameters,
    call: async () => ok,
    ...tool,
  }
  const messages: ModelMessage[] = [{ role: 'user', content: 'Weather?' }]
  const signal = new AbortController().signal
  const run = runAgent({ model: scripted.model, tools: [weather], messages, signal })
  for (;;) {
    const next = await run.next()
    if (next.done !== true) continue
    return { step: next.value.steps[0], message: scripted.requests[1]?.messages.at(-1) }
  }
}

const good: ScriptedCall = { name: 'weather', arguments: { city: 'Seattle' } }

describe('refuses a call before anything runs', () => {
  test.each<[string, ScriptedCall, RegExp]>([
    ['an unknown tool', { name: 'wether' }, /no tool "wether".*Available tools: weather/],
    ['invalid JSON', { name: 'weather', arguments: '{"city": Seattle}' }, /cannot be read as JSON/],
    ['JSON that is no object', { name: 'weather', arguments: '["Seattle"]' }, /one JSON object/],
    ['a missing argument', { name: 'weather', arguments: '' }, /required property 'city'/],
    ['a wrong type', { name: 'weather', arguments: { city: 7 } }, /"city" must be string/],
    [
      'a value outside its list',
      { name: 'weather', arguments: { city: 'x', days: 2 } },
      /"days" must be.*\[1,3\]/,
    ],
    [
      'an argument that the schema does not have',
      { name: 'weather', arguments: { city: 'x', country: 'y' } },
      /"country"/,
    ],
    [
      'arguments without end',
      { name: 'weather', arguments: `{"city":"${'x'.repeat(300_000)}"}` },
      /longer than 262,144 characters; send shorter ones/,
    ],
    [
      'a text without end, before it is parsed',
      { name: 'weather', arguments: '['.repeat(4_000_000) },
      /longer than 262,144 characters/,
    ],
    ['arguments without bottom', { name: 'weather', arguments: '['.repeat(1e5) + ']'.repeat(1e5) }, /levels/],
  ])('%s', async (_name, call, sentence) => {
    const { step, message } = await callOnce(call, { call: () => Promise.reject(new Error('was called')) })
    expect(step).toMatchObject({ status: 'error', output: { error: expect.stringMatching(sentence) } })
    expect(message).toMatchObject({ role: 'tool', isError: true, content: expect.stringMatching(sentence) })
  })
})

describe('schemas that tool servers wrote', () => {
  test.each<[string, JsonSchema, boolean]>([
    ['patterns are left to the tool', { properties: { city: { type: 'string', pattern: '^(a+)+$' } } }, true],
    ['formats too', { properties: { city: { type: 'string', format: 'email' } } }, true],
    [
      'names by pattern are let through',
      { patternProperties: { '^c': {} }, additionalProperties: false },
      true,
    ],
    ['unknown types are let through', { properties: { city: { type: 'text' } } }, true],
    [
      'a reference inside is followed',
      { properties: { city: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'number' } } },
      false,
    ],
    ['a reference outside is not', { properties: { city: { $ref: 'https://example.com/x.json' } } }, true],
    ['a cycle ends', { properties: { city: { type: 'string' }, next: { $ref: '#' } } }, true],
    ['old booleans are let through', { properties: { city: { minimum: 1, exclusiveMinimum: true } } }, true],
    ['a list of types', { properties: { city: { type: ['number', 'null'] } } }, false],
  ])('%s', async (_name, schema, isCalled) => {
    const { step } = await callOnce(good, { parameters: { type: 'object', ...schema } })
    expect(step?.status).toBe(isCalled ? 'ok' : 'error')
  })

  test('refuses a schema that doubles at every level', async () => {
    const $defs: JsonSchema = { d0: { type: 'string' } }
    for (let level = 1; level <= 40; level++) {
      $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] }
    }
    const { step } = await callOnce(
      { name: 'weather', arguments: { city: 7 } },
      {
        parameters: { type: 'object', properties: { city: { $ref: '#/$defs/d40' } }, $defs },
      },
    )
    expect(step).toMatchObject({
      status: 'error',
      output: { error: expect.stringContaining('cannot be used') },
    })
  })
})

describe('failures of the tool', () => {
  test('keeps the output of a failed result', async () => {
    const refused: ToolResult = {
      status: 'refused',
      output: { error: 'Only SELECT.' },
      content: 'Only SELECT.',
    }
    const { step, message } = await callOnce(good, { call: async () => refused })
    expect(step).toMatchObject({ status: 'refused', output: { error: 'Only SELECT.' } })
    expect(message).toMatchObject({ isError: true, content: 'Only SELECT.' })
  })

  test('adds an error to a failed result without one', async () => {
    const { step } = await callOnce(good, {
      call: async () => ({ status: 'error', output: {}, content: 'No.' }),
    })
    expect(step?.output).toEqual({ error: 'No.' })
  })

  test('shows the sentence of an AppError and hides any other error', async () => {
    const spoken = await callOnce(good, {
      call: () => Promise.reject(new AppError('unavailable', 'Try later.')),
    })
    expect(spoken.step).toMatchObject({ status: 'error', output: { error: 'Try later.' } })
    const silent = await callOnce(good, {
      call: () => {
        throw new TypeError('/home/secret')
      },
    })
    expect(silent.step).toMatchObject({
      status: 'error',
      output: { error: 'The tool failed without saying why.' },
    })
  })

  test('fails when a tool does not answer in time', async () => {
    const { step } = await callOnce(good, { call: () => new Promise(() => undefined), timeoutMs: 20 })
    expect(step).toMatchObject({ status: 'timeout', output: { error: 'No answer within 0.02 seconds.' } })
  })

  test('fails when a result is nested too deeply', async () => {
    const output = JSON.parse(`{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`)
    const { step } = await callOnce(good, { call: async () => ({ ...ok, output }) })
    expect(step).toMatchObject({ status: 'error', output: { error: expect.stringContaining('too deep') } })
  })

  test('fails when a result is too large', async () => {
    const { step } = await callOnce(good, {
      call: async () => ({ ...ok, output: { a: 'x'.repeat(2_000_000) } }),
    })
    expect(step?.status).toBe('error')
  })
})

describe('results', () => {
  test('takes a larger result of a tool with its own limit, and refuses one above it', async () => {
    const result = { ...ok, output: { text: 'x'.repeat(1_100_000) } }
    const taken = await callOnce(good, { outputCharacters: 1_200_000, call: async () => result })
    expect(taken.step).toMatchObject({
      status: 'ok',
      output: { text: expect.stringMatching(/^x{1100000}$/) },
    })
    const refused = await callOnce(good, { outputCharacters: 1_050_000, call: async () => result })
    expect(refused.step).toMatchObject({
      status: 'error',
      output: { error: expect.stringMatching(/too large/) },
    })
  })

  test('a partial result is no error', async () => {
    const { step, message } = await callOnce(good, { call: async () => ({ ...ok, status: 'partial' }) })
    expect(step?.status).toBe('partial')
    expect(message).toMatchObject({ isError: false })
  })

  test('the trace shows the tool under its trace name', async () => {
    const { step } = await callOnce(good, { traceName: 'acme/weather' })
    expect(step?.agentName).toBe('acme/weather')
  })

  test('cleans texts, numbers and keys so that they can be stored', async () => {
    const output = JSON.parse('{"a\\u0000b":"x\\u0000y","__proto__":{"z":1}}')
    const { step } = await callOnce(good, {
      call: async () => ({ ...ok, output: { ...output, n: Number.NaN } }),
    })
    expect(step?.output).toEqual({ ab: 'xy', n: null })
  })

  test('the model reads the beginning of a long result and the number of missing characters', async () => {
    const { message } = await callOnce(good, { call: async () => ({ ...ok, content: 'x'.repeat(100_000) }) })
    expect(message?.content).toContain('[20000 more characters]')
  })
})

test('waiting for an approval pauses the timeout of the call, and the run emits an event', async () => {
  const scripted = scriptedModel([{ toolCalls: [good] }, 'Done.'])
  const patient: Tool = {
    name: 'weather',
    description: 'Forecast.',
    parameters,
    timeoutMs: 30,
    async call(_input, { waitForPerson }) {
      const resume = waitForPerson?.()
      await new Promise((resolve) => setTimeout(resolve, 300))
      resume?.()
      return { ...ok, input: { city: 'Oslo' } }
    },
  }
  const run = runAgent({
    model: scripted.model,
    tools: [patient],
    messages: [{ role: 'user', content: 'Weather?' }],
    limits: { runMs: 100 },
    signal: new AbortController().signal,
  })
  const types: string[] = []
  let next = await run.next()
  for (; !next.done; next = await run.next()) types.push(next.value.type)
  expect(types).toEqual(['step_start', 'step_waiting', 'step_end'])
  expect(next.value).toMatchObject({ kind: 'answered', steps: [{ status: 'ok', input: { city: 'Oslo' } }] })
})

test('gives the model a bounded number of pictures and says how many it does not see', async () => {
  const picture = (size: number) => ({ mediaType: 'image/png' as const, bytes: new Uint8Array(size) })
  const pictures = [picture(3 * 1024 * 1024), ...Array.from({ length: 9 }, () => picture(10))]
  const { step, message } = await callOnce(good, { call: async () => ({ ...ok, pictures }) })
  expect(message).toMatchObject({
    pictures: Array.from({ length: 8 }, () => picture(10)),
    content: 'Sunny.\n[2 of 10 pictures are too large or too many for you to see]',
  })
  expect(step?.output).toEqual({ sunny: true })
})
