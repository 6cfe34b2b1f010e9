import { scriptedModel } from '@parley/agent/testing'
import { AppError } from '@parley/errors'
import OpenAI from 'openai'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useOpenAiClients } from '../../testing/use-openai-clients.ts'
import type { TestApi } from '../../testing.ts'
import { handleWebRequest } from '../handle-web-request.ts'

const door = useOpenAiClients()
const { world } = door
let api: TestApi
let token: string
let agentId: string
let configId: number
let client: OpenAI
let stranger: OpenAI

beforeAll(() => {
  ;({ api, token, agentId, configId, client, stranger } = door)
})
beforeEach(() => {
  world.tools = () => []
})

const usage = { inputTokens: 7, outputTokens: 3 }
const sessions = async () =>
  (await api.send('GET', '/chat/session', { bearer: token })).body.data.sessions as { session_id: string }[]

test('a response is a stored turn, and is retrieved as it was created, by its owner alone', async () => {
  const { model, requests } = scriptedModel([{ text: 'Ada.', reasoning: 'She said so.', usage }])
  world.model = model
  const created = await client.responses.create({
    model: agentId,
    input: 'Who wrote the first program?',
    instructions: 'Be brief.',
    temperature: 0.5,
  })
  expect(created).toMatchObject({
    object: 'response',
    status: 'completed',
    model: agentId,
    output_text: 'Ada.',
  })
  expect(created.usage).toMatchObject({ input_tokens: 7, output_tokens: 3, total_tokens: 10 })
  expect(requests[0]?.messages[0]?.content).toContain('Be brief.')

  const { instructions: _, ...kept } = await client.responses.retrieve(created.id)
  expect(created).toMatchObject(kept)
  expect(kept.output_text).toBe('Ada.')
  await expect(stranger.responses.retrieve(created.id)).rejects.toThrow('404')
  const { runs } = (await api.send('GET', '/chat/run?limit=1', { bearer: token })).body.data
  expect(runs[0]).toMatchObject({ run_id: created.id.replace('resp_', ''), status: 'ok' })
})

test('previous_response_id continues the conversation', async () => {
  const { model, requests } = scriptedModel(['Hello Ada.', 'You are Ada.', 'Again.'])
  world.model = model
  const first = await client.responses.create({ model: agentId, input: 'I am Ada.', instructions: 'Once.' })
  const second = await client.responses.create({
    model: agentId,
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Who am I?' }] }],
    previous_response_id: first.id,
  })
  expect(second.output_text).toBe('You are Ada.')
  expect(second.previous_response_id).toBe(first.id)
  expect((await client.responses.retrieve(second.id)).previous_response_id).toBe(first.id)
  expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(requests[1]?.messages[0]?.content).not.toContain('Once.')

  const ask = (from: OpenAI, previous_response_id: string) =>
    from.responses.create({ model: agentId, input: 'And now?', previous_response_id })
  await expect(ask(stranger, second.id)).rejects.toThrow('404')
  await expect(ask(client, 'resp_1')).rejects.toThrow('404 There is no response with this id.')
  await expect(client.responses.delete(second.id)).rejects.toThrow(
    '409 This response is part of a conversation.',
  )
})

test('previous_response_id of an earlier response branches the conversation, and a branch is branched again', async () => {
  const { model, requests } = scriptedModel([
    'One.',
    'Two.',
    'Other two.',
    'Other three.',
    'Third two.',
    'Last.',
  ])
  world.model = model
  const ask = (input: string, previous_response_id: string | null = null) =>
    client.responses.create({ model: agentId, input, previous_response_id })
  const first = await ask('A')
  const second = await ask('B', first.id)
  const other = await ask('C', first.id)
  const third = await ask('D', other.id)
  const again = await ask('E', other.id)
  const texts = (at: number) => requests[at]?.messages.slice(1).map(({ content }) => content)
  expect(texts(2)).toEqual(['A', 'One.', 'C'])
  expect(texts(3)).toEqual(['A', 'One.', 'C', 'Other two.', 'D'])
  expect(texts(4)).toEqual(['A', 'One.', 'C', 'Other two.', 'E'])
  for (const [response, previous] of [
    [second, first],
    [other, first],
    [third, other],
    [again, other],
  ] as const)
    expect((await client.responses.retrieve(response.id)).previous_response_id).toBe(previous.id)
  expect((await client.responses.retrieve(second.id)).output_text).toBe('Two.')
})

test('the input of a response is the message of its turn, in a branch too, for its owner alone', async () => {
  world.model = scriptedModel(['One.', 'Two.', 'Other.']).model
  const ask = (input: string, previous_response_id: string | null = null) =>
    client.responses.create({ model: agentId, input, previous_response_id })
  const first = await ask('A')
  const second = await ask('B', first.id)
  const other = await ask('C', first.id)
  for (const [{ id }, text] of [
    [first, 'A'],
    [second, 'B'],
    [other, 'C'],
  ] as const) {
    const { data } = await client.responses.inputItems.list(id)
    expect(data).toMatchObject([{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }])
    await expect(stranger.responses.inputItems.list(id)).rejects.toThrow('404')
  }
})

test('a deleted response is gone with its conversation', async () => {
  world.model = scriptedModel(['Gone.']).model
  const before = (await sessions()).length
  const { id } = await client.responses.create({ model: agentId, input: 'Hi' })
  await expect(stranger.responses.delete(id)).rejects.toThrow('404')
  await client.responses.delete(id)
  await expect(client.responses.retrieve(id)).rejects.toThrow('404')
  expect(await sessions()).toHaveLength(before)
})

test('a streamed response has the text as it comes, numbered events, and the whole response', async () => {
  const deltas = ['For', 'ty'].map((delta) => ({ type: 'text' as const, delta }))
  world.model = scriptedModel([{ text: 'Forty', deltas, usage }]).model
  const stream = client.responses.stream({ model: agentId, input: 'Twice twenty?' })
  const types: string[] = []
  const numbers: number[] = []
  let text = ''
  for await (const event of stream) {
    types.push(event.type)
    numbers.push(event.sequence_number)
    if (event.type === 'response.output_text.delta') text += event.delta
  }
  expect(text).toBe('Forty')
  expect(types).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
  // A delta raises the number by its characters.
  expect(numbers).toEqual([0, 1, 2, 3, 6, 8, 9, 10, 11, 12])
  const final = await stream.finalResponse()
  expect(final).toMatchObject({ status: 'completed', output_text: 'Forty' })
  expect((await client.responses.retrieve(final.id)).output_text).toBe('Forty')
})

test('a model that fails after the headers ends the stream with response.failed, and the turn is kept as failed', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  world.model = async function* () {
    await gate
    yield* []
    throw new AppError('upstream_failed', 'The model refused the request.')
  }
  const stream = await client.responses.create({ model: agentId, input: 'Hi', stream: true })
  open()
  const events: OpenAI.Responses.ResponseStreamEvent[] = []
  for await (const event of stream) events.push(event)
  const last = events.at(-1)
  expect(last).toMatchObject({
    type: 'response.failed',
    response: { status: 'failed', error: { message: 'The model refused the request.' } },
  })
  const id = last?.type === 'response.failed' ? last.response.id : ''
  expect(await client.responses.retrieve(id)).toMatchObject({ status: 'failed', output: [] })
})

test('a response in the background is replied to at once, retrieved while it runs, and cancelled', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  world.model = async function* (request) {
    await gate
    return yield* scriptedModel(['Late.']).model(request)
  }
  const begun = await client.responses.create({ model: agentId, input: 'Hi', background: true })
  expect(begun).toMatchObject({ status: 'in_progress', background: true, output: [] })
  expect((await client.responses.retrieve(begun.id)).status).toBe('in_progress')
  await expect(stranger.responses.cancel(begun.id)).rejects.toThrow('404')
  open()
  await expect.poll(async () => (await client.responses.retrieve(begun.id)).status).toBe('completed')
  await expect(client.responses.cancel(begun.id)).rejects.toThrow('409 This run has ended already.')
})

test('with store: false a configuration answers a whole conversation, and nothing is kept', async () => {
  const before = (await sessions()).length
  const { model, requests } = scriptedModel([{ text: 'You are Ada.', usage }])
  world.model = model
  const response = await client.responses.create({
    model: `llm:${configId}`,
    store: false,
    input: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Who am I?' },
    ],
  })
  expect(response).toMatchObject({ store: false, status: 'completed', output_text: 'You are Ada.' })
  expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  await expect(client.responses.retrieve(response.id)).rejects.toThrow('404')
  expect(await sessions()).toHaveLength(before)
})

test.each<[string, object, string]>([
  ['functions', { tools: [{ type: 'function', name: 'f' }] }, 'does not support tools'],
  ['a JSON answer', { text: { format: { type: 'json_object' } } }, 'does not support text'],
  ['labels that are no texts', { metadata: { a: 1 } }, 'metadata'],
  [
    'more labels than OpenAI allows',
    { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`l${n}`, 'x'])) },
    'metadata: must have at most 16 labels',
  ],
  ['a parameter of a later version', { think_twice: true }, 'does not support think_twice'],
  [
    'a whole conversation that is stored',
    {
      input: [
        { role: 'user', content: 'A' },
        { role: 'user', content: 'B' },
      ],
    },
    'input: a stored response has one new message',
  ],
  [
    'a stored answer of a configuration',
    { model: 'llm:1' },
    'store: answers of a configuration are not stored',
  ],
  [
    'a continued answer that is not stored',
    { store: false, previous_response_id: `resp_7f8a2c4e-0000-4000-8000-000000000001` },
    'previous_response_id: needs a stored response',
  ],
  [
    'an unstored answer in the background',
    { store: false, background: true },
    'background: needs a stored response',
  ],
  ['an empty question', { input: ' ' }, 'input: must not be empty'],
  ['a question that cannot be stored', { input: 'a\u0000b' }, 'input.*must not contain U'],
  [
    'a message that cannot be stored',
    { input: [{ role: 'user', content: '\ud800' }] },
    'input.*must not contain U',
  ],
  ['instructions that cannot be stored', { instructions: '\u0000' }, 'instructions: must not contain'],
  ['an image', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] }, 'input'],
])('refuses %s with a sentence, and stores nothing', async (_what, body, sentence) => {
  const before = (await sessions()).length
  const ask = client.responses.create({
    model: agentId,
    input: 'Hi',
    ...body,
  } as OpenAI.Responses.ResponseCreateParamsNonStreaming)
  await expect(ask).rejects.toThrow(new RegExp(`^400 .*${sentence}`))
  expect(await sessions()).toHaveLength(before)
  expect(api.faults).toEqual([])
})

test("refuses another user's agent, a missing credential and an unknown path in OpenAI's form", async () => {
  const ask = (from: OpenAI) => from.responses.create({ model: agentId, input: 'Hi' })
  await expect(ask(stranger)).rejects.toThrow('404')
  await expect(client.responses.inputItems.list('resp_1')).rejects.toThrow(
    '404 There is no response with this id.',
  )
  const wrong = new OpenAI({
    ...{ apiKey: 'wrong', baseURL: client.baseURL, maxRetries: 0 },
    fetch: (url, init) => handleWebRequest(api.deps, new Request(url, init), () => {}),
  })
  await expect(ask(wrong)).rejects.toThrow('401')
})
