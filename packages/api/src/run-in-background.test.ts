import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
let api: TestApi
let alice: string
let bob: string
let agent_id: string

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: alice, body: config })).body.data
  const agent = { name: 'A', model_config_id: id }
  agent_id = (await api.send('POST', '/agent', { bearer: alice, body: agent })).body.data.agent_id
})

async function openSession(): Promise<string> {
  const body = { name: 'S', agent_id }
  return (await api.send('POST', '/chat/session/new', { bearer: alice, body })).body.data.session_id
}

function ask(session_id: string, headers: Record<string, string> = {}) {
  const body = { session_id, query: 'How many?' }
  const prefer = 'handling=lenient, Respond-Async; wait=10'
  return api.send('POST', '/chat/query', { bearer: alice, body, headers: { prefer, ...headers } })
}

test('a question is answered in the background, and its reply says where', async () => {
  const gate = Promise.withResolvers<void>()
  const { model } = scriptedModel(['Three.'])
  world.model = async function* (request) {
    await gate.promise
    return yield* model(request)
  }
  const sessionId = await openSession()
  const { status, headers, body } = await ask(sessionId)
  const { run_id, links } = body.data
  expect({ status, running: body.data.status }).toEqual({ status: 202, running: 'running' })
  expect(headers).toMatchObject({ 'preference-applied': 'respond-async', location: links.events })
  expect(links).toEqual({
    events: `/api/chat/run/${run_id}/events`,
    run: `/api/chat/run/${run_id}`,
    cancel: `/api/chat/run/${run_id}/cancel`,
  })
  const followed = api.send('GET', links.events.slice(4), { bearer: alice })
  expect((await api.send('GET', links.events.slice(4), { bearer: bob })).status).toBe(404)
  gate.resolve()
  expect((await followed).body.data).toMatchObject({ content: 'Three.', status: 'ok' })
  const { messages } = (await api.send('GET', `/chat/session/${sessionId}`, { bearer: alice })).body.data
  expect(messages).toMatchObject([{ content: 'How many?' }, { content: 'Three.' }])
})

test('what is wrong before the run begins is the reply, and what fails later is the answer', async () => {
  expect((await ask('7f8a2c4e-0000-4000-8000-000000000005')).status).toBe(404)
  world.model = scriptedModel([new AppError('upstream_failed', 'The model is away.')]).model
  const { body } = await ask(await openSession())
  const answer = await api.send('GET', `/chat/run/${body.data.run_id}/events`, { bearer: alice })
  expect(answer.body.data).toMatchObject({
    status: 'error',
    content: 'The answer failed: The model is away.',
  })
})

test('a repeated key starts no second run, and returns the answer of the first', async () => {
  const scripted = scriptedModel(['Three.'])
  world.model = scripted.model
  const sessionId = await openSession()
  const key = { 'idempotency-key': 'once' }
  const first = await ask(sessionId, key)
  await api.send('GET', `/chat/run/${first.body.data.run_id}/events`, { bearer: alice })
  await expect
    .poll(() => ask(sessionId, key), { timeout: 20_000 })
    .toMatchObject({
      status: 200,
      body: { data: { content: 'Three.', status: 'ok' } },
    })
  expect(scripted.requests).toHaveLength(1)
})

test('a caller who asks for events gets them', async () => {
  world.model = scriptedModel(['Three.']).model
  const { status, headers, reply } = await ask(await openSession(), { accept: 'text/event-stream' })
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
  })
  let text = ''
  for await (const frame of reply.body as AsyncIterable<string>) text += frame
  expect(text).toContain('event: message')
})
