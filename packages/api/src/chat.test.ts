import { scriptedModel } from '@parley/agent/testing'
import { AppError } from '@parley/errors'
import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

test('a direct answer has an empty run_id and joins the history', async () => {
  const { sessionId } = await chat.openSession()
  const { requests } = chat.script({ text: 'Good day.', reasoning: 'Greet back.' })
  const reply = await chat.ask(sessionId)
  expect(reply.body.data).toMatchObject({
    role: 'assistant',
    content: '<think>Greet back.</think>Good day.',
    type: 'chat',
    status: 'ok',
    run_id: '',
    artifacts: null,
  })
  expect(requests[0]?.messages[0]?.content).toContain('Lead with the figures')
  const messages = await chat.history(sessionId)
  expect(messages).toMatchObject([
    { role: 'user', content: 'Hi', type: null, status: null, run_id: null, suggestions: null },
    { role: 'assistant', content: reply.body.data.content, run_id: '', suggestions: null },
  ])
})

test('the tools of the agent advise the model and suggest the next questions, which are not stored', async () => {
  const { sessionId } = await chat.openSession()
  const { requests } = chat.script({ toolCalls: [{ name: 'create_graph', arguments: {} }] }, 'Here it is.')
  const reply = await chat.ask(sessionId, 'Draw it')
  expect(requests[0]?.messages[0]?.content).toContain('Draw when a picture says more.')
  expect(reply.body.data).toMatchObject({ content: 'Here it is.', suggestions: ['Show it as a table'] })
  expect((await chat.history(sessionId))[1]).toMatchObject({ content: 'Here it is.', suggestions: null })
})

test('a failing model keeps the question with a closing message and frees the session', async () => {
  const { sessionId } = await chat.openSession()
  chat.script(new AppError('upstream_failed', 'The model refused the request.'), 'Fine again.')
  const failed = await chat.ask(sessionId, 'First')
  expect(failed.status).toBe(502)
  expect(failed.body.message).toBe('The model refused the request.')
  expect(await chat.history(sessionId)).toMatchObject([
    { role: 'user', content: 'First' },
    { role: 'assistant', status: 'error' },
  ])
  expect((await chat.ask(sessionId, 'Second')).body.data.status).toBe('ok')
})

test('refuses a second question while one is answered and stores nothing of it', async () => {
  const { sessionId } = await chat.openSession()
  const gate = Promise.withResolvers<void>()
  const { model } = scriptedModel(['Late.'])
  chat.world.model = async function* (request) {
    await gate.promise
    return yield* model(request)
  }
  const first = chat.ask(sessionId, 'One')
  await expect.poll(() => chat.api.deps.turns.runIds().length).toBe(1)
  expect((await chat.ask(sessionId, 'Two')).status).toBe(409)
  gate.resolve()
  expect((await first).status).toBe(200)
  expect(await chat.history(sessionId)).toHaveLength(2)
})

test('stores the whole answer when the client disconnects during the stream', async () => {
  const { sessionId } = await chat.openSession()
  const gate = Promise.withResolvers<void>()
  chat.world.model = async function* () {
    yield { type: 'text', delta: 'Be' }
    await gate.promise
    yield { type: 'text', delta: 'gun' }
    return { text: 'Begun', reasoning: '', toolCalls: [], usage: null, finishReason: 'stop' }
  }
  const leaving = new AbortController()
  const reply = await chat.api.send('POST', '/chat/query', {
    bearer: chat.alice,
    body: { session_id: sessionId, query: 'Go' },
    headers: { accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  for await (const frame of reply.reply.body as AsyncIterable<string>) if (frame.includes('Be')) break
  leaving.abort()
  gate.resolve()
  await expect.poll(async () => (await chat.history(sessionId))[1]?.content).toBe('Begun')
})

test('invoke-agent stores nothing and returns a trace', async () => {
  const { agentId } = await chat.openSession()
  chat.script({ toolCalls: [{ name: 'create_graph', arguments: {} }] }, 'Done.')
  const before = await chat.api.send('GET', '/chat/session', { bearer: chat.alice })
  const body = { agent_id: agentId, prompt: 'Draw', system_message: 'Be brief.' }
  const { data } = (await chat.api.send('POST', '/chat/invoke-agent', { bearer: chat.alice, body })).body
  expect(data).toMatchObject({ content: 'Done.', type: 'message', status: 'ok' })
  expect(data.trace.map((step: { agent_name: string }) => step.agent_name)).toEqual([
    'create_graph',
    'final_response',
  ])
  expect(new Set(data.trace.map((step: { run_id: string }) => step.run_id)).size).toBe(1)
  expect(
    (await chat.api.send('GET', `/chat/run/${data.trace[0].run_id}`, { bearer: chat.alice })).status,
  ).toBe(404)
  expect((await chat.api.send('GET', '/chat/session', { bearer: chat.alice })).body).toEqual(before.body)
  expect((await chat.api.send('POST', '/chat/invoke-agent', { bearer: chat.bob, body })).status).toBe(404)
})

test('invoke-llm asks the model without tools', async () => {
  const { configId } = await chat.openSession()
  const { requests } = chat.script('42')
  const body = { model_config_id: configId, prompt: 'Six times seven?', system_message: '' }
  const reply = await chat.api.send('POST', '/chat/invoke-llm', { bearer: chat.alice, body })
  expect(reply.body).toEqual({ status: 'ok', data: { content: '42' } })
  expect(requests).toMatchObject([{ messages: [{ role: 'user', content: 'Six times seven?' }], tools: [] }])
  expect((await chat.api.send('POST', '/chat/invoke-llm', { bearer: chat.bob, body })).status).toBe(404)
})

const unsaved = { provider: 'openai', model: 'm', api_key: '', base_url: '', params: { temperature: '0.5' } }

test('a test of a configuration reports a missing key', async () => {
  const reply = await chat.api.send('POST', '/chat/test', { bearer: chat.alice, body: unsaved })
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain('No provider key was given')
})

test('a test of a configuration returns the reply and saves nothing', async () => {
  chat.world.model = scriptedModel(['Hello!']).model
  const before = await chat.api.send('GET', '/llm_config', { bearer: chat.alice })
  const reply = await chat.api.send('POST', '/chat/test', {
    bearer: chat.alice,
    body: { ...unsaved, api_key: 'k' },
  })
  expect(reply.body).toEqual({ status: 'ok', data: { response: 'Hello!' } })
  expect((await chat.api.send('GET', '/llm_config', { bearer: chat.alice })).body).toEqual(before.body)
})
