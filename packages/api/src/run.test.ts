import { expect, test } from 'vitest'
import { router } from './router.ts'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

test('an answer with tools has a run whose trace ends with final_response, and files for their owner', async () => {
  const { sessionId } = await chat.openSession()
  chat.script(
    { toolCalls: [{ name: 'create_graph', arguments: { sql_results: '[]' } }] },
    'Here is the chart.',
  )
  const { data } = (await chat.ask(sessionId)).body
  expect(data).toMatchObject({ type: 'message', status: 'ok', content: 'Here is the chart.' })

  const trace = await chat.api.send('GET', `/chat/run/${data.run_id}`, { bearer: chat.alice })
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
  expect((await chat.api.send('GET', `/chat/run/${data.run_id}`, { bearer: chat.bob })).status).toBe(404)

  const [path] = data.artifacts
  const file = await chat.api.send('GET', `/${path}`, { bearer: chat.alice })
  expect(Buffer.from(file.reply.body as Uint8Array).toString()).toBe('PNG')
  expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect((await chat.api.send('GET', `/${path}`, { bearer: chat.bob })).status).toBe(404)
  expect((await chat.api.send('GET', `/${path}`)).status).toBe(401)
  expect((await chat.api.send('GET', `/artifacts/../../etc/passwd`, { bearer: chat.alice })).status).toBe(404)
})

test('a cancelled run keeps its text with the status cancelled', async () => {
  const { sessionId } = await chat.openSession()
  chat.world.model = async function* (request) {
    yield { type: 'text', delta: 'Half' }
    return await new Promise((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)),
    )
  }
  const pending = chat.api.send('POST', '/chat/query', {
    bearer: chat.alice,
    body: { session_id: sessionId, query: 'Go' },
    headers: { accept: 'text/event-stream' },
  })
  const events: string[] = []
  const reading = (async () => {
    for await (const frame of (await pending).reply.body as AsyncIterable<string>) events.push(frame)
  })()
  await expect.poll(() => events.join('')).toContain('Half')
  const runId = /"run_id":"([^"]+)"/.exec(events[0] ?? '')?.[1]
  expect((await chat.api.send('POST', `/chat/run/${runId}/cancel`, { bearer: chat.bob })).status).toBe(404)
  expect((await chat.api.send('POST', `/chat/run/${runId}/cancel`, { bearer: chat.alice })).status).toBe(200)
  await reading
  expect(events.at(-1)).toContain('"status":"cancelled"')
  expect((await chat.history(sessionId))[1]).toMatchObject({ content: 'Half', status: 'cancelled' })
  expect((await chat.api.send('POST', `/chat/run/${runId}/cancel`, { bearer: chat.alice })).status).toBe(409)
})

test('an agent stops at its own limits, and the console sees its question, durations and tokens', async () => {
  const { agentId, sessionId } = await chat.openSession()
  const limits = { rounds: 1, seconds: 60 }
  await chat.api.send('PATCH', `/agent/${agentId}`, { bearer: chat.alice, body: { limits } })
  expect((await chat.api.send('GET', `/agent/${agentId}`, { bearer: chat.alice })).body.data.limits).toEqual(
    limits,
  )
  const usage = { inputTokens: 5, outputTokens: 2 }
  chat.script(
    { toolCalls: [{ name: 'create_graph', arguments: {} }], usage },
    { text: 'What is known so far.', usage },
  )
  const { data } = (await chat.ask(sessionId)).body
  expect(data).toMatchObject({ status: 'truncated', content: 'What is known so far.' })
  const console_ = router.createCaller({
    deps: chat.api.deps,
    bearer: chat.alice,
    signal: new AbortController().signal,
    idempotencyKey: null,
  })
  const run = await console_.run.inspect({ run_id: data.run_id })
  expect(run).toMatchObject({
    session_id: sessionId,
    question: 'Hi',
    status: 'truncated',
    usage: { input_tokens: 10, output_tokens: 4 },
  })
  expect(run.steps.every(({ duration_ms }) => duration_ms >= 0)).toBe(true)
})
