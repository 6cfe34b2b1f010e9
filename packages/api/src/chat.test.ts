import type { Tool } from '@parley/agent'
import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { router } from './router.ts'
import { createTestApi, type TestApi } from './testing.ts'

let database: TestDatabase
let api: TestApi
let alice: string
let bob: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
  tool_name,
  tool_server_id: 'parley',
  properties: [],
}))

const graph: Tool = {
  name: 'create_graph',
  description: 'Draws.',
  parameters: { type: 'object', properties: { sql_results: { type: 'string' } } },
  call: async () => ({ status: 'ok', output: { data: '{}', artifacts: [] }, content: 'drawn' }),
}

beforeAll(async () => {
  database = await createTestDatabase()
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  world.tools = (saveArtifact) => [
    {
      ...graph,
      call: async () => {
        const path = await saveArtifact({
          name: 'chart.png',
          mediaType: 'image/png',
          bytes: Buffer.from('PNG'),
        })
        return { status: 'ok', output: { data: '{}', artifacts: [path] }, content: 'drawn' }
      },
    },
  ]
})
afterAll(() => database.drop())

function script(...replies: ScriptedReply[]) {
  const scripted = scriptedModel(replies)
  world.model = scripted.model
  return scripted
}

async function openSession(bearer = alice) {
  const config = await api.send('POST', '/llm_config', {
    bearer,
    body: { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' },
  })
  const agent = await api.send('POST', '/agent', {
    bearer,
    body: { name: 'A', description: 'Helps.', model_config_id: config.body.data.id, tools },
  })
  const agentId: string = agent.body.data.agent_id
  const session = await api.send('POST', '/chat/session/new', {
    bearer,
    body: { name: 'S', persona_id: 4, agent_id: agentId },
  })
  return {
    agentId,
    configId: config.body.data.id as number,
    sessionId: session.body.data.session_id as string,
  }
}

const ask = (session_id: string, query = 'Hi', bearer = alice) =>
  api.send('POST', '/chat/query', { bearer, body: { session_id, query } })

const history = async (sessionId: string) =>
  (await api.send('GET', `/chat/session/${sessionId}`, { bearer: alice })).body.data.messages

test('a direct answer has an empty run_id and joins the history', async () => {
  const { sessionId } = await openSession()
  const { requests } = script({ text: 'Good day.', reasoning: 'Greet back.' })
  const reply = await ask(sessionId)
  expect(reply.body.data).toMatchObject({
    role: 'assistant',
    content: '<think>Greet back.</think>Good day.',
    type: 'chat',
    status: 'ok',
    run_id: '',
    artifacts: null,
  })
  expect(requests[0]?.messages[0]?.content).toContain('Lead with the figures')
  const messages = await history(sessionId)
  expect(messages).toMatchObject([
    { role: 'user', content: 'Hi', type: null, status: null, run_id: null, suggestions: null },
    { role: 'assistant', content: reply.body.data.content, run_id: '', suggestions: null },
  ])
})

test('an answer with tools has a run whose trace ends with final_response, and files for their owner', async () => {
  const { sessionId } = await openSession()
  script({ toolCalls: [{ name: 'create_graph', arguments: { sql_results: '[]' } }] }, 'Here is the chart.')
  const { data } = (await ask(sessionId)).body
  expect(data).toMatchObject({ type: 'message', status: 'ok', content: 'Here is the chart.' })

  const trace = await api.send('GET', `/chat/run/${data.run_id}`, { bearer: alice })
  expect(trace.body.data.steps).toMatchObject([
    { step_id: 1, agent_name: 'create_graph', input: { sql_results: '[]' }, status: 'ok' },
    {
      step_id: 2,
      agent_name: 'final_response',
      input: null,
      output: { content: 'Here is the chart.' },
      status: 'ok',
    },
  ])
  expect((await api.send('GET', `/chat/run/${data.run_id}`, { bearer: bob })).status).toBe(404)

  const [path] = data.artifacts
  const file = await api.send('GET', `/${path}`, { bearer: alice })
  expect(Buffer.from(file.reply.body as Uint8Array).toString()).toBe('PNG')
  expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect((await api.send('GET', `/${path}`, { bearer: bob })).status).toBe(404)
  expect((await api.send('GET', `/${path}`)).status).toBe(401)
  expect((await api.send('GET', `/artifacts/../../etc/passwd`, { bearer: alice })).status).toBe(404)
})

test('a failing model keeps the question with a closing message and frees the session', async () => {
  const { sessionId } = await openSession()
  script(new AppError('upstream_failed', 'The model refused the request.'), 'Fine again.')
  const failed = await ask(sessionId, 'First')
  expect(failed.status).toBe(502)
  expect(failed.body.message).toBe('The model refused the request.')
  expect(await history(sessionId)).toMatchObject([
    { role: 'user', content: 'First' },
    { role: 'assistant', status: 'error' },
  ])
  expect((await ask(sessionId, 'Second')).body.data.status).toBe('ok')
})

test('refuses a second question while one is answered and stores nothing of it', async () => {
  const { sessionId } = await openSession()
  const gate = Promise.withResolvers<void>()
  const { model } = scriptedModel(['Late.'])
  world.model = async function* (request) {
    await gate.promise
    return yield* model(request)
  }
  const first = ask(sessionId, 'One')
  await expect.poll(() => api.deps.turns.runIds().length).toBe(1)
  expect((await ask(sessionId, 'Two')).status).toBe(409)
  gate.resolve()
  expect((await first).status).toBe(200)
  expect(await history(sessionId)).toHaveLength(2)
})

test('a cancelled run keeps its text with the status cancelled', async () => {
  const { sessionId } = await openSession()
  world.model = async function* (request) {
    yield { type: 'text', delta: 'Half' }
    return await new Promise((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)),
    )
  }
  const pending = api.send('POST', '/chat/query', {
    bearer: alice,
    body: { session_id: sessionId, query: 'Go' },
    headers: { accept: 'text/event-stream' },
  })
  const events: string[] = []
  const reading = (async () => {
    for await (const frame of (await pending).reply.body as AsyncIterable<string>) events.push(frame)
  })()
  await expect.poll(() => events.join('')).toContain('Half')
  const runId = /"run_id":"([^"]+)"/.exec(events[0] ?? '')?.[1]
  expect((await api.send('POST', `/chat/run/${runId}/cancel`, { bearer: bob })).status).toBe(404)
  expect((await api.send('POST', `/chat/run/${runId}/cancel`, { bearer: alice })).status).toBe(200)
  await reading
  expect(events.at(-1)).toContain('"status":"cancelled"')
  expect((await history(sessionId))[1]).toMatchObject({ content: 'Half', status: 'cancelled' })
  expect((await api.send('POST', `/chat/run/${runId}/cancel`, { bearer: alice })).status).toBe(409)
})

test('stores the whole answer when the client disconnects during the stream', async () => {
  const { sessionId } = await openSession()
  const gate = Promise.withResolvers<void>()
  world.model = async function* () {
    yield { type: 'text', delta: 'Be' }
    await gate.promise
    yield { type: 'text', delta: 'gun' }
    return { text: 'Begun', reasoning: '', toolCalls: [], usage: null, finishReason: 'stop' }
  }
  const leaving = new AbortController()
  const reply = await api.send('POST', '/chat/query', {
    bearer: alice,
    body: { session_id: sessionId, query: 'Go' },
    headers: { accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  for await (const frame of reply.reply.body as AsyncIterable<string>) if (frame.includes('Be')) break
  leaving.abort()
  gate.resolve()
  await expect.poll(async () => (await history(sessionId))[1]?.content).toBe('Begun')
})

test('a session that is deleted during a turn stays deleted', async () => {
  const { sessionId } = await openSession()
  world.model = (request) =>
    (async function* (): AsyncGenerator<never, never, void> {
      await new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
      throw new Error('unreachable')
    })()
  const pending = ask(sessionId)
  await expect.poll(() => api.deps.turns.runIds().length).toBe(1)
  expect((await api.send('DELETE', `/chat/session/${sessionId}`, { bearer: alice })).body).toEqual({
    status: 'ok',
  })
  expect((await pending).status).toBe(404)
  expect((await api.send('GET', `/chat/session/${sessionId}`, { bearer: alice })).status).toBe(404)
})

test('an agent with sessions cannot be deleted until they are switched', async () => {
  const { agentId, sessionId } = await openSession()
  const other = await openSession()
  expect((await api.send('DELETE', `/agent/${agentId}`, { bearer: alice })).status).toBe(409)
  const switched = await api.send('PATCH', `/chat/session/${sessionId}`, {
    bearer: alice,
    body: { agent_id: other.agentId },
  })
  expect(switched.body.data).toMatchObject({ session_id: sessionId, name: 'S', agent_id: other.agentId })
  expect((await api.send('DELETE', `/agent/${agentId}`, { bearer: alice })).body).toEqual({
    status: 'ok',
    data: {},
  })
})

test('a session needs an agent and a persona of the caller', async () => {
  const { agentId } = await openSession(bob)
  const open = (body: object) => api.send('POST', '/chat/session/new', { bearer: alice, body })
  expect((await open({ agent_id: agentId })).status).toBe(400)
  const mine = await openSession()
  expect((await open({ agent_id: mine.agentId, persona_id: 99 })).status).toBe(400)
  const opened = await open({ agent_id: mine.agentId })
  const session = await api.send('GET', `/chat/session/${opened.body.data.session_id}`, { bearer: alice })
  expect(session.body.data).toMatchObject({ persona_id: 1, name: '', messages: [] })
  const list = await api.send('GET', '/chat/session', { bearer: alice })
  expect(list.body.data.sessions[0]).toMatchObject({ session_id: opened.body.data.session_id })
})

test('invoke-agent stores nothing and returns a trace', async () => {
  const { agentId } = await openSession()
  script({ toolCalls: [{ name: 'create_graph', arguments: {} }] }, 'Done.')
  const before = await api.send('GET', '/chat/session', { bearer: alice })
  const body = { agent_id: agentId, prompt: 'Draw', system_message: 'Be brief.' }
  const { data } = (await api.send('POST', '/chat/invoke-agent', { bearer: alice, body })).body
  expect(data).toMatchObject({ content: 'Done.', type: 'message', status: 'ok' })
  expect(data.trace.map((step: { agent_name: string }) => step.agent_name)).toEqual([
    'create_graph',
    'final_response',
  ])
  expect(new Set(data.trace.map((step: { run_id: string }) => step.run_id)).size).toBe(1)
  expect((await api.send('GET', `/chat/run/${data.trace[0].run_id}`, { bearer: alice })).status).toBe(404)
  expect((await api.send('GET', '/chat/session', { bearer: alice })).body).toEqual(before.body)
  expect((await api.send('POST', '/chat/invoke-agent', { bearer: bob, body })).status).toBe(404)
})

test('invoke-llm asks the model without tools', async () => {
  const { configId } = await openSession()
  const { requests } = script('42')
  const body = { model_config_id: configId, prompt: 'Six times seven?', system_message: '' }
  const reply = await api.send('POST', '/chat/invoke-llm', { bearer: alice, body })
  expect(reply.body).toEqual({ status: 'ok', data: { content: '42' } })
  expect(requests).toMatchObject([{ messages: [{ role: 'user', content: 'Six times seven?' }], tools: [] }])
  expect((await api.send('POST', '/chat/invoke-llm', { bearer: bob, body })).status).toBe(404)
})

test('an agent stops at its own limits, and the console sees durations and tokens', async () => {
  const { agentId, sessionId } = await openSession()
  const limits = { rounds: 1, seconds: 60 }
  await api.send('PATCH', `/agent/${agentId}`, { bearer: alice, body: { limits } })
  expect((await api.send('GET', `/agent/${agentId}`, { bearer: alice })).body.data.limits).toEqual(limits)
  const usage = { inputTokens: 5, outputTokens: 2 }
  script(
    { toolCalls: [{ name: 'create_graph', arguments: {} }], usage },
    { text: 'What is known so far.', usage },
  )
  const { data } = (await ask(sessionId)).body
  expect(data).toMatchObject({ status: 'truncated', content: 'What is known so far.' })
  const console_ = router.createCaller({
    deps: api.deps,
    bearer: alice,
    signal: new AbortController().signal,
    idempotencyKey: null,
  })
  const run = await console_.run.inspect({ run_id: data.run_id })
  expect(run).toMatchObject({
    session_id: sessionId,
    status: 'truncated',
    usage: { input_tokens: 10, output_tokens: 4 },
  })
  expect(run.steps.every(({ duration_ms }) => duration_ms >= 0)).toBe(true)
})

test('a session can change its persona and names its agent', async () => {
  const { sessionId, agentId } = await openSession()
  const change = (persona_id: number, bearer = alice) =>
    api.send('PATCH', `/chat/session/${sessionId}`, { bearer, body: { persona_id } })
  expect((await change(5)).status).toBe(200)
  const { data } = (await api.send('GET', `/chat/session/${sessionId}`, { bearer: alice })).body
  expect(data).toMatchObject({ persona_id: 5, name: 'S', agent_id: agentId })
  expect((await change(999)).status).toBe(400)
  expect((await change(5, bob)).status).toBe(404)

  const as = (bearer: string) =>
    router.createCaller({
      deps: api.deps,
      bearer,
      signal: new AbortController().signal,
      idempotencyKey: null,
    }).agent
  expect((await as(alice).listSessions({ agent_id: agentId })).sessions).toEqual([
    { session_id: sessionId, name: 'S' },
  ])
  await expect(as(bob).listSessions({ agent_id: agentId })).rejects.toThrow('There is no agent with this id.')
})

const unsaved = { provider: 'openai', model: 'm', api_key: '', base_url: '', params: { temperature: '0.5' } }

test('a test of a configuration reports a missing key', async () => {
  const reply = await api.send('POST', '/chat/test', { bearer: alice, body: unsaved })
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain('No provider key was given')
})

test('a test of a configuration returns the reply and saves nothing', async () => {
  world.model = scriptedModel(['Hello!']).model
  const before = await api.send('GET', '/llm_config', { bearer: alice })
  const reply = await api.send('POST', '/chat/test', { bearer: alice, body: { ...unsaved, api_key: 'k' } })
  expect(reply.body).toEqual({ status: 'ok', data: { response: 'Hello!' } })
  expect((await api.send('GET', '/llm_config', { bearer: alice })).body).toEqual(before.body)
})
