import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

let shell: TestShell
let token: string
let gate: PromiseWithResolvers<void>
beforeEach(async () => {
  shell = await openTestShell()
  token = await shell.signIn()
  gate = Promise.withResolvers<void>()
  shell.world.model = async function* ({ signal }) {
    yield { type: 'text', delta: 'Half ' }
    await Promise.race([
      gate.promise,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
    return { text: 'Half and whole.', reasoning: '', toolCalls: [], usage: null, finishReason: 'stop' }
  }
})
afterEach(() => shell.close())

async function ask() {
  const session = await shell.openSession(token)
  const answer = shell.fetch('POST', '/api/chat/query', { token, body: { session_id: session, query: 'Go' } })
  await expect.poll(() => shell.deps.turns.runIds().length).toBe(1)
  return { session, answer }
}

async function invoke() {
  const body = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'Stateless' }
  const { id } = await shell.call('POST', '/llm_config', { token, body })
  const asked = Promise.withResolvers<void>()
  const { model } = shell.world
  shell.world.model = (request) => {
    asked.resolve()
    return model(request)
  }
  const call = { model_config_id: id, prompt: 'Go', system_message: '' }
  const answer = shell.fetch('POST', '/api/chat/invoke-llm', { token, body: call })
  await asked.promise
  return answer
}

/** Reads the messages of a session from the database, for use after the service has stopped. */
async function messages(session: string) {
  const { rows } = await shell.deps.db.pool.query(
    'select role, content, status from messages where session_id = $1 order by sequence',
    [session],
  )
  return rows
}

test('a stop lets open turns end, refuses new requests, and reports "not ready" first', async () => {
  const { session, answer } = await ask()
  const closed = shell.shell.close(60_000)
  const ready = await shell.fetch('GET', '/readyz')
  expect(ready.status).toBe(503)
  expect((await shell.fetch('GET', '/healthz')).status).toBe(200)
  const refused = await shell.fetch('GET', '/api/persona', { token })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('connection')).toBe('close')

  gate.resolve()
  const finished = await answer
  expect(finished.status).toBe(200)
  expect(await finished.json()).toMatchObject({ data: { content: 'Half and whole.', status: 'ok' } })
  await closed
  expect(await messages(session)).toMatchObject([{ role: 'user' }, { role: 'assistant', status: 'ok' }])
  await expect(shell.fetch('GET', '/healthz')).rejects.toThrow('fetch failed')
})

test('a stop waits for a stateless call too', async () => {
  const answer = invoke()
  await expect.poll(() => shell.logged.length).toBeGreaterThan(0)
  const pending = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200, 'pending'))])
  expect(pending).toBe('pending')
  const closed = shell.shell.close(60_000)
  // Longer than the time to send a reply after all work has ended.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  gate.resolve()
  expect((await answer).status).toBe(200)
  await closed
})

test('a step that waits for approval does not delay the stop', async () => {
  const { answer } = await ask()
  const { signal } = new AbortController()
  const wait = shell.deps.approvals.next({ runId: 'r', stepId: 1 }, { ms: 600_000, signal })
  expect(shell.deps.approvals.isClosed()).toBe(false)
  const closed = shell.shell.close(60_000)
  await wait
  expect(shell.deps.approvals.isClosed()).toBe(true)
  gate.resolve()
  expect((await answer).status).toBe(200)
  await closed
})

test('a stop interrupts a turn after its grace period and stores its partial text', async () => {
  const { session, answer } = await ask()
  await shell.shell.close(50)
  const interrupted = await answer
  expect(interrupted.status).toBe(503)
  expect(interrupted.headers.get('retry-after')).toBe('5')
  expect(await messages(session)).toMatchObject([
    { role: 'user', content: 'Go' },
    { role: 'assistant', status: 'interrupted' },
  ])
})

test('an interrupted stream sends an error before it ends', async () => {
  const session = await shell.openSession(token)
  const reply = await shell.fetch('POST', '/api/chat/query', {
    token,
    body: { session_id: session, query: 'Go' },
    headers: { accept: 'text/event-stream' },
  })
  const events = reply.text()
  await shell.shell.close(50)
  expect(await events).toMatch(/event: error\ndata: .*"code":"unavailable"/)
})

test('a stop waits for the turn of a disconnected client', async () => {
  const session = await shell.openSession(token)
  const leaving = new AbortController()
  const body = { session_id: session, query: 'Go' }
  const answer = shell.fetch('POST', '/api/chat/query', { token, body, signal: leaving.signal })
  await expect.poll(() => shell.deps.turns.runIds().length).toBe(1)
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  const closed = shell.shell.close(60_000)
  gate.resolve()
  await closed
  expect(await messages(session)).toMatchObject([{ role: 'user' }, { role: 'assistant', status: 'ok' }])
})

test('a second, shorter stop does not wait for the first', async () => {
  const { session } = await ask().then(({ session, answer }) => {
    answer.catch(() => {})
    return { session }
  })
  const first = shell.shell.close(60_000)
  await shell.shell.close(50)
  await first
  expect(await messages(session)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', status: 'interrupted' },
  ])
})

test('a stop without open requests ends at once, also with idle connections', async () => {
  await shell.fetch('GET', '/api/persona', { token }).then((reply) => reply.text())
  await shell.shell.close(60_000)
  await expect(shell.fetch('GET', '/healthz')).rejects.toThrow('fetch failed')
})
