import { scriptedModel } from '@parley/agent/testing'
import type OpenAI from 'openai'
import { beforeAll, expect, test } from 'vitest'
import { useOpenAiClients } from '../../testing/use-openai-clients.ts'

const door = useOpenAiClients()
const { world, database } = door
let client: OpenAI
let stranger: OpenAI
let agentId: string
beforeAll(() => {
  ;({ client, stranger, agentId } = door)
})

type StreamEvent = OpenAI.Responses.ResponseStreamEvent

const TEXT = 'Forty-two, as the answer is known to be.'
const PIECES = ['Forty', '-two, ', 'as the answer ', 'is known', ' to be.']
const script = () => {
  world.model = scriptedModel([
    { text: TEXT, deltas: PIECES.map((delta) => ({ type: 'text' as const, delta })) },
  ]).model
}

async function readAll(stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

const textOf = (events: readonly StreamEvent[]) =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')

const idOf = ([first]: readonly StreamEvent[]) =>
  first?.type === 'response.created' ? first.response.id : ''

test('a stored response is streamed again behind every sequence number, without a gap and without a repeat', async () => {
  script()
  const seen = await readAll(await client.responses.create({ model: agentId, input: 'Hi', stream: true }))
  const id = idOf(seen)
  expect(textOf(seen)).toBe(TEXT)
  for (const [index, { sequence_number }] of seen.entries()) {
    const rest = await readAll(
      await client.responses.retrieve(id, { stream: true, starting_after: sequence_number }),
    )
    expect(textOf(seen.slice(0, index + 1)) + textOf(rest)).toBe(TEXT)
    expect(rest.every((event) => event.sequence_number > sequence_number)).toBe(true)
    const others = (events: readonly StreamEvent[]) =>
      events.filter(({ type }) => type !== 'response.output_text.delta')
    expect(others(rest)).toEqual(others(seen.slice(index + 1)))
  }
  const whole = await readAll(await client.responses.retrieve(id, { stream: true }))
  expect(whole.at(-1)).toEqual(seen.at(-1))
  await expect(stranger.responses.retrieve(id, { stream: true })).rejects.toThrow('404')
})

test('a response in the background is streamed while it is made, and goes on after its client has left', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  world.model = async function* (request) {
    yield { type: 'text', delta: 'First, ' }
    await gate
    yield { type: 'text', delta: 'then second.' }
    return yield* scriptedModel([{ text: 'First, then second.', deltas: [] }]).model(request)
  }
  const stream = await client.responses.create({
    model: agentId,
    input: 'Hi',
    stream: true,
    background: true,
  })
  const seen: StreamEvent[] = []
  for await (const event of stream) {
    seen.push(event)
    if (event.type === 'response.output_text.delta') break
  }
  const last = seen.at(-1)?.sequence_number ?? 0
  const resumed = await client.responses.retrieve(idOf(seen), { stream: true, starting_after: last })
  open()
  const rest = await readAll(resumed)
  expect(textOf(seen) + textOf(rest)).toBe('First, then second.')
  expect(rest.at(-1)).toMatchObject({
    type: 'response.completed',
    response: { status: 'completed', output: [{ status: 'completed' }] },
  })
})

test('a stream whose events are deleted has the answer of the trace', async () => {
  script()
  const { id } = await client.responses.create({ model: agentId, input: 'Hi' })
  await database.db.pool.query('delete from run_events where run_id = $1', [id.replace('resp_', '')])
  const events = await readAll(await client.responses.retrieve(id, { stream: true }))
  expect(textOf(events)).toBe(TEXT)
  expect(events.at(-1)?.type).toBe('response.completed')
})

test('the labels of a response are kept and returned, and are not those of the next one', async () => {
  world.model = scriptedModel(['One.', 'Two.', 'Three.']).model
  const metadata = { ticket: '4711', team: 'Größe "S"' }
  const first = await client.responses.create({ model: agentId, input: 'A', metadata })
  expect(first.metadata).toEqual(metadata)
  expect((await client.responses.retrieve(first.id)).metadata).toEqual(metadata)
  const next = await client.responses.create({ model: agentId, input: 'B', previous_response_id: first.id })
  expect((await client.responses.retrieve(next.id)).metadata).toEqual({})
  const unstored = await client.responses.create({ model: agentId, input: 'C', metadata, store: false })
  expect(unstored.metadata).toEqual(metadata)
})

test('the input of a response is a page, and nothing is behind its one item', async () => {
  world.model = scriptedModel(['One.']).model
  const { id } = await client.responses.create({ model: agentId, input: 'A' })
  const items: { id?: string }[] = []
  for await (const item of client.responses.inputItems.list(id, { limit: 1, order: 'asc' })) items.push(item)
  expect(items).toHaveLength(1)
  const after = items[0]?.id ?? ''
  expect((await client.responses.inputItems.list(id, { after })).data).toEqual([])
  await expect(client.responses.inputItems.list(id, { after: 'msg_1' })).rejects.toThrow('400 after: must be')
})

test.each([
  ['starting_after without a stream', '?starting_after=1', 'starting_after: needs stream=true'],
  ['an invalid sequence number', '?stream=true&starting_after=x', 'starting_after: must be a whole number'],
  ['fields that it does not have', '?include[]=reasoning.encrypted_content', 'does not support include'],
  ['another value of stream', '?stream=maybe', 'stream: must be true or false'],
])('a retrieval with %s is refused with a sentence', async (_, query, sentence) => {
  world.model = scriptedModel(['One.']).model
  const { id } = await client.responses.create({ model: agentId, input: 'A' })
  await expect(client.get(`/responses/${id}${query}`)).rejects.toThrow(sentence)
  expect(door.api.faults).toEqual([])
})
