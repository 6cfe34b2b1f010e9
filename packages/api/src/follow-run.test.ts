import { setTimeout as sleep } from 'node:timers/promises'
import type { Model, Tool } from '@parley/agent'
import { scriptedModel } from '@parley/agent/testing'
import { recoverTurns } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, type Received, type TestApi } from './testing.ts'

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
/** Two replicas of one installation. */
let here: TestApi
let there: TestApi
let alice: string
let bob: string

beforeAll(async () => {
  here = createTestApi(Object.assign(world, { db: database.db }))
  there = createTestApi(world)
  const { cipher, accessTokens, apiKeyPepper } = here.deps
  Object.assign(there.deps, { cipher, accessTokens, apiKeyPepper })
  alice = (await here.signIn()).token
  bob = (await here.signIn()).token
  const call: Tool['call'] = async () => ({ status: 'ok', output: { rows: [{ n: 3 }] }, content: '3' })
  const parameters = { type: 'object', properties: {} }
  world.tools = () => [{ name: 'execute_sql', description: 'Runs SQL.', parameters, call }]
})

async function openSession(): Promise<string> {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { body } = await here.send('POST', '/llm_config', { bearer: alice, body: config })
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  const agent = { name: 'A', model_config_id: body.data.id, tools }
  const { agent_id } = (await here.send('POST', '/agent', { bearer: alice, body: agent })).body.data
  const session = { name: 'S', agent_id }
  return (await here.send('POST', '/chat/session/new', { bearer: alice, body: session })).body.data.session_id
}

const stream = { accept: 'text/event-stream' }

function ask(session_id: string, headers: Record<string, string> = stream): Promise<Received> {
  return here.send('POST', '/chat/query', {
    bearer: alice,
    body: { session_id, query: 'How many?' },
    headers,
  })
}

function follow(runId: string, lastEventId?: string, bearer = alice): Promise<Received> {
  const headers = { ...stream, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  return there.send('GET', `/chat/run/${runId}/events`, { bearer, headers })
}

type Frame = { readonly id: string | null; readonly event: string; readonly data: Record<string, unknown> }

async function* framesOf({ reply }: Received): AsyncGenerator<Frame, void, void> {
  for await (const text of reply.body as AsyncIterable<string>) {
    if (text.startsWith(':')) continue
    const [, id = null, event = '', data = ''] =
      /^(?:id: (.*)\n)?event: (.*)\ndata: (.*)\n\n$/.exec(text) ?? []
    yield { id, event, data: JSON.parse(data) }
  }
}

async function readAll(received: Received): Promise<Frame[]> {
  return await collect(framesOf(received))
}

async function collect(frames: AsyncGenerator<Frame, void, void>): Promise<Frame[]> {
  const all: Frame[] = []
  for await (const frame of frames) all.push(frame)
  return all
}

/** Joins deltas of one kind that follow each other, so that it does not matter where they were cut. */
function joined(frames: readonly Frame[]): unknown[] {
  const events: { event: string; data: Record<string, unknown> }[] = []
  for (const { event, data } of frames) {
    const last = events.at(-1)
    if (last?.event === event && 'delta' in last.data) last.data.delta = `${last.data.delta}${data.delta}`
    else events.push({ event, data: { ...data } })
  }
  return events
}

const CALL = { toolCalls: [{ name: 'execute_sql', arguments: { sql: 'SELECT 3' } }] }

/** Answers in single words, each after the gate of its place has opened. */
function wordByWord(words: readonly string[], gate: (index: number) => Promise<void>): Model {
  return async function* () {
    for (const [index, word] of words.entries()) {
      await gate(index)
      yield { type: 'text', delta: word }
    }
    const usage = { inputTokens: 1, outputTokens: 1 }
    return { text: words.join(''), reasoning: '', toolCalls: [], usage, finishReason: 'stop' }
  }
}

/** Begins an answer that writes `first`, and the rest when `finish` is called. */
async function beginAnswer(first: string, rest: string) {
  const gate = Promise.withResolvers<void>()
  world.model = wordByWord([first, rest], (index) => (index === 0 ? Promise.resolve() : gate.promise))
  const frames = framesOf(await ask(await openSession()))
  const run = await frames.next()
  const text = await frames.next()
  const runId = String(run.value?.data.run_id)
  return { runId, frames, seen: text.value?.id ?? '', finish: gate.resolve }
}

test('a run is followed through another replica while it is answered, to the same end', async () => {
  const { runId, frames, finish } = await beginAnswer('There are ', 'three.')
  const followed = framesOf(await follow(runId))
  expect((await followed.next()).value).toMatchObject({ event: 'run', data: { run_id: runId } })
  expect((await followed.next()).value).toMatchObject({ event: 'text', data: { delta: 'There are ' } })
  finish()
  expect((await followed.next()).value).toMatchObject({ event: 'text', data: { delta: 'three.' } })
  const { suggestions, ...answer } = Object((await collect(frames)).at(-1)?.data.data)
  const end = (await followed.next()).value
  expect(end).toMatchObject({ event: 'message', data: { status: 'ok', data: answer } })
  expect(answer).toMatchObject({ content: 'There are three.', status: 'ok', type: 'chat', run_id: '' })
  expect(suggestions).toBeNull()
  expect((await followed.next()).done).toBe(true)
})

test('a stream that was cut goes on behind the last event that was seen, in the middle of a stored delta too', async () => {
  const { runId, seen, frames, finish } = await beginAnswer('There are ', 'three.')
  finish()
  await collect(frames)
  expect(seen).toBe('2.10')
  const rest = await readAll(await follow(runId, seen))
  expect(joined(rest)).toMatchObject([
    { event: 'text', data: { delta: 'three.' } },
    { event: 'message', data: { data: { content: 'There are three.' } } },
  ])
})

test('cut behind any event, a stream and its continuation hold every event once', async () => {
  const { model } = scriptedModel([CALL, { text: 'There are three.', reasoning: 'Count. Then say it.' }])
  world.model = model
  const frames = await readAll(await ask(await openSession()))
  const runId = String(frames[0]?.data.run_id)
  expect(frames.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['run', 'step_start', 'step_end', 'reasoning', 'text', 'message']),
  )
  const whole = joined(frames.slice(0, -1))
  for (const [index, { id }] of frames.slice(0, -1).entries()) {
    const rest = await readAll(await follow(runId, id ?? ''))
    expect(joined([...frames.slice(0, index + 1), ...rest.slice(0, -1)])).toEqual(whole)
    expect(rest.at(-1)?.event).toBe('message')
  }
})

test('without the header for events the answer comes when the run has ended', async () => {
  const { runId, frames, finish } = await beginAnswer('There are ', 'three.')
  const reply = there.send('GET', `/chat/run/${runId}/events`, { bearer: alice })
  finish()
  expect((await reply).body.data).toMatchObject({
    role: 'assistant',
    content: 'There are three.',
    status: 'ok',
  })
  await collect(frames)
})

test('a failed run is followed to its closing message', async () => {
  const { runId } = await failedRun()
  const frames = await readAll(await follow(runId))
  expect(frames.map(({ event }) => event)).toEqual(['run', 'message'])
  expect(frames[1]?.data.data).toMatchObject({
    status: 'error',
    content: expect.stringContaining('The model is away.'),
  })
})

async function failedRun() {
  world.model = async function* () {
    yield* []
    throw new AppError('upstream_failed', 'The model is away.')
  }
  const frames = await readAll(await ask(await openSession()))
  expect(frames.at(-1)?.event).toBe('error')
  return { runId: String(frames[0]?.data.run_id) }
}

test('the run of a process that died is followed to its interruption', async () => {
  const { runId, finish, frames } = await beginAnswer('There are ', 'three.')
  const followed = framesOf(await follow(runId))
  await followed.next()
  expect((await followed.next()).value?.data).toMatchObject({ delta: 'There are ' })
  const { pool } = database.db
  await pool.query(`update runs set lease_expires_at = now() - interval '1 minute' where id = $1`, [runId])
  await recoverTurns(database.db, { limit: 10 })
  const end = (await followed.next()).value
  expect(end).toMatchObject({ event: 'message', data: { data: { status: 'interrupted', type: 'chat' } } })
  finish()
  await collect(frames)
})

test('a run whose events are deleted is shown by its trace, which can be cut as well', async () => {
  world.model = scriptedModel([CALL, 'There are three.']).model
  const frames = await readAll(await ask(await openSession()))
  const runId = String(frames[0]?.data.run_id)
  await database.db.pool.query('delete from run_events where run_id = $1', [runId])
  const replay = await readAll(await follow(runId))
  expect(replay.map(({ event }) => event)).toEqual(['run', 'step_start', 'step_end', 'message'])
  expect(replay[2]?.data).toMatchObject({ step: { agent_name: 'execute_sql', output: { rows: [{ n: 3 }] } } })
  expect(replay.at(-1)?.data.data).toMatchObject({
    type: 'message',
    run_id: runId,
    content: 'There are three.',
  })
  expect(await readAll(await follow(runId, replay[1]?.id ?? ''))).toEqual(replay.slice(2))
  // An id of a deleted event: what was not seen is in the answer.
  expect((await readAll(await follow(runId, '3'))).map(({ event }) => event)).toEqual(['message'])
})

test('a quick answer without a stream stores no events, and its trace stands in for them', async () => {
  world.model = scriptedModel([CALL, 'There are three.']).model
  const quick = (await ask(await openSession(), {})).body.data
  expect(await storedEvents(quick.run_id)).toBe(0)
  expect((await readAll(await follow(quick.run_id))).map(({ event }) => event)).toEqual([
    'run',
    'step_start',
    'step_end',
    'message',
  ])
})

test('an answer without a stream that takes a part of a second stores no events', async () => {
  const { model } = scriptedModel([CALL, 'There are three.'])
  world.model = async function* (request) {
    await sleep(120)
    return yield* model(request)
  }
  const answered = (await ask(await openSession(), {})).body.data
  expect(answered.content).toBe('There are three.')
  expect(await storedEvents(answered.run_id)).toBe(0)
})

test('a slow answer without a stream is followed while it is written', async () => {
  const gate = Promise.withResolvers<void>()
  world.model = wordByWord(['There are ', 'three.'], (index) =>
    index === 0 ? Promise.resolve() : gate.promise,
  )
  const session = await openSession()
  const answered = ask(session, {})
  const running = await vi.waitFor(async () => {
    const { rows } = await database.db.pool.query('select id from runs where session_id = $1', [session])
    return String(rows[0].id)
  })
  const followed = framesOf(await follow(running))
  expect((await followed.next()).value).toMatchObject({ event: 'run', data: { run_id: running } })
  gate.resolve()
  expect((await collect(followed)).at(-1)?.data.data).toMatchObject({ content: 'There are three.' })
  expect((await answered).body.data).toMatchObject({ content: 'There are three.' })
})

async function storedEvents(runId: string): Promise<number | null> {
  const { rowCount } = await database.db.pool.query('select from run_events where run_id = $1', [runId])
  return rowCount
}

test('only the owner can follow a run, and only behind an id of an event', async () => {
  const { runId, frames, finish } = await beginAnswer('There are ', 'three.')
  expect((await follow(runId, undefined, bob)).status).toBe(404)
  expect((await follow('7f8a2c4e-0000-4000-8000-000000000003')).status).toBe(404)
  const refused = await follow(runId, 'yesterday')
  expect(refused.status).toBe(400)
  expect(refused.body.message).toBe('after: must be the id of an event.')
  finish()
  await collect(frames)
  expect((await follow(runId, undefined, bob)).status).toBe(404)
})

test('a follower that leaves ends nothing', async () => {
  const { runId, frames, finish } = await beginAnswer('There are ', 'three.')
  const followed = framesOf(await follow(runId))
  await followed.next()
  await followed.return()
  finish()
  const end = (await collect(frames)).at(-1)
  expect(end?.data.data).toMatchObject({ content: 'There are three.', status: 'ok' })
})

test('a text beyond every limit is not stored as events, and the answer closes them', async () => {
  const huge = 'x'.repeat(5_000_000)
  world.model = wordByWord(['There are ', huge], async () => {})
  const frames = await readAll(await ask(await openSession()))
  const runId = String(frames[0]?.data.run_id)
  expect(frames.filter(({ event }) => event === 'text').map(({ id }) => id)).toEqual(['2.10', null])
  const followed = await readAll(await follow(runId))
  expect(followed.map(({ event }) => event)).toEqual(['run', 'text', 'message'])
  expect(followed[1]?.data).toMatchObject({ delta: 'There are ' })
  expect(followed[2]?.data.data).toMatchObject({ status: 'truncated' })
})
