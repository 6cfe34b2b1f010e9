import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { modelBehind, openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw, type RawConnection } from '../testing/raw-connection.ts'

let shell: TestShell
let token: string
beforeAll(async () => {
  shell = await openTestShell({ times: { stalledMs: 500 } })
  token = await shell.signIn()
})
afterAll(() => shell.close())
afterEach(() => {
  vi.useRealTimers()
})

const done = { reasoning: '', toolCalls: [], usage: null, finishReason: 'stop' } as const
const STREAM = { accept: 'text/event-stream' }

function ask(session_id: string, signal?: AbortSignal): Promise<Response> {
  const body = { session_id, query: 'Go' }
  return shell.fetch('POST', '/api/chat/query', { token, body, headers: STREAM, ...(signal && { signal }) })
}

/** The same as `ask`, over a connection whose reading the test controls. */
async function askRaw(session_id: string): Promise<RawConnection> {
  const raw = await openRaw(shell.port)
  const body = JSON.stringify({ session_id, query: 'Go' })
  const credential = `Authorization: Bearer ${token}\r\nAccept: text/event-stream`
  raw.send(
    `POST /api/chat/query HTTP/1.1\r\nHost: parley.test\r\n${credential}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return raw
}

const answerOf = async (sessionId: string) =>
  (await shell.call('GET', `/chat/session/${sessionId}`, { token })).messages[1]

async function* textOf(reply: Response): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  for await (const chunk of reply.body ?? []) yield decoder.decode(chunk, { stream: true })
}

describe('a stream of events', () => {
  test("begins before the model's first token, and sends each event at once", async () => {
    const session = await shell.openSession(token)
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    shell.world.model = async function* () {
      await gates[0]?.promise
      yield { type: 'text', delta: 'First' }
      await gates[1]?.promise
      yield { type: 'text', delta: ' second' }
      return { ...done, text: 'First second' }
    }
    const reply = await ask(session)
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = textOf(reply)
    expect((await events.next()).value).toContain('event: run')
    gates[0]?.resolve()
    expect((await events.next()).value).toContain('"delta":"First"')
    gates[1]?.resolve()
    let rest = ''
    for await (const piece of events) rest += piece
    expect(rest).toContain('" second"')
    const message = /event: message\ndata: (.+)\n/.exec(rest)?.[1] ?? ''
    expect(JSON.parse(message)).toMatchObject({ status: 'ok', data: { content: 'First second' } })
  })

  test('keeps the connection alive while no event comes', async () => {
    const session = await shell.openSession(token)
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    shell.world.model = (request) => {
      asked.resolve()
      return modelBehind(gate.promise, 'Late.')(request)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const events = textOf(await ask(session))
    await events.next()
    // The reply waits only for the model now, so no other timeout can end it.
    await asked.promise
    for (let beat = 0; beat < 2; beat++) {
      const next = events.next()
      await vi.advanceTimersByTimeAsync(15_000)
      expect((await next).value).toMatch(/^: .*\n\n$/)
    }
    vi.useRealTimers()
    gate.resolve()
    let rest = ''
    for await (const piece of events) rest += piece
    expect(rest).toContain('Late.')
  })

  test('ends with the error when the model fails', async () => {
    const session = await shell.openSession(token)
    shell.script(new Error('an internal fault'))
    const reply = await ask(session)
    expect(reply.status).toBe(200)
    const events = await reply.text()
    expect(events).toMatch(
      /event: error\ndata: \{"status":"error","message":"[^"]+","code":"internal"\}\n\n$/,
    )
    expect(events).not.toContain('an internal fault')
  })

  test('of a refused request is an ordinary failure', async () => {
    const reply = await ask(crypto.randomUUID())
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ status: 'error' })
  })
})

describe('a client that disconnects during a turn', () => {
  test.each([true, false])('loses nothing (streaming: %s)', async (isStreaming) => {
    const session = await shell.openSession(token)
    const gate = Promise.withResolvers<void>()
    shell.world.model = modelBehind(gate.promise, 'Finished alone.')
    const leaving = new AbortController()
    const reply = shell.fetch('POST', '/api/chat/query', {
      token,
      body: { session_id: session, query: 'Go' },
      headers: isStreaming ? STREAM : {},
      signal: leaving.signal,
    })
    await expect.poll(() => shell.deps.turns.runIds().length).toBe(1)
    leaving.abort()
    await expect(reply.then((opened) => opened.text())).rejects.toThrow('aborted')
    gate.resolve()
    await expect.poll(() => answerOf(session)).toMatchObject({ content: 'Finished alone.', status: 'ok' })
  })

  test('stops a stateless call, whose reply no other client reads', async () => {
    const leaving = new AbortController()
    const stopped = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    shell.world.model = (request) => {
      request.signal.addEventListener('abort', () => stopped.resolve())
      asked.resolve()
      return modelBehind(stopped.promise, 'Unread.')(request)
    }
    const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'Left' }
    const { id } = await shell.call('POST', '/llm_config', { token, body: model })
    const body = { model_config_id: id, prompt: 'Go', system_message: '' }
    const reply = shell.fetch('POST', '/api/chat/invoke-llm', { token, body, signal: leaving.signal })
    await asked.promise
    leaving.abort()
    await expect(reply).rejects.toThrow('aborted')
    await stopped.promise
  })
})

describe('a client that reads nothing', () => {
  /** More than the system's buffers on both ends hold. */
  const LARGE = 'x'.repeat(15_000_000)

  test('loses its connection in the middle of a stream, and the turn is stored', async () => {
    const session = await shell.openSession(token)
    shell.world.model = async function* () {
      yield { type: 'text', delta: LARGE }
      return { ...done, text: LARGE }
    }
    const raw = await askRaw(session)
    raw.socket.pause()
    await expect.poll(() => busyConnections()).toBe(1)
    await expect.poll(() => busyConnections(), { timeout: 10_000 }).toBe(0)
    const answer = await answerOf(session)
    expect(answer).toMatchObject({ role: 'assistant', status: 'truncated' })
    raw.socket.destroy()
  })

  test('loses its connection in the middle of a large reply', async () => {
    const session = await shell.openSession(token)
    await shell.deps.db.pool.query(
      `insert into messages (session_id, sequence, role, content) select $1, 2 + n, 'user', $2 from generate_series(1, 15) n`,
      [session, LARGE.slice(0, 1_000_000)],
    )
    const raw = await openRaw(shell.port)
    raw.socket.pause()
    raw.send(
      `GET /api/chat/session/${session} HTTP/1.1\r\nHost: parley.test\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    await expect.poll(() => busyConnections()).toBe(1)
    await expect.poll(() => busyConnections(), { timeout: 10_000 }).toBe(0)
    raw.socket.destroy()
  })

  /** Connections in the middle of an exchange; idle ones are kept by clients for later. */
  async function busyConnections(): Promise<number> {
    shell.shell.server.closeIdleConnections()
    await new Promise((resolve) => setTimeout(resolve, 20))
    return new Promise((resolve) => shell.shell.server.getConnections((_, count) => resolve(count)))
  }
})

// The last test: connections that a client opened and never used stay open for some seconds.
test('clients that leave at any moment are no internal error', async () => {
  const session = await shell.openSession(token)
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', '/api/agent'],
    ['GET', '/api/openapi.json'],
    ['POST', '/api/persona', { name: 'P', description: 'Brief.' }],
    ['POST', '/api/trpc/persona.create', { name: 'P', description: 'Brief.' }],
    ['POST', '/api/chat/query', { session_id: session, query: 'Go' }],
    ['POST', '/api/v1/chat/completions', { model: 'llm:1', messages: [{ role: 'user', content: 'Go' }] }],
  ]
  const leave = async ([method, path, body]: (typeof requests)[number], afterMs: number) => {
    const signal = AbortSignal.timeout(afterMs)
    const sent = { token, headers: STREAM, signal, ...(body && { body }) }
    await shell.fetch(method, path, sent).then(
      (reply) => reply.text().catch(() => ''),
      () => '',
    )
  }
  const times = [1, 2, 3, 5, 8, 13, 21]
  await Promise.all(requests.flatMap((request) => times.map((afterMs) => leave(request, afterMs))))
  await expect.poll(() => shell.deps.turns.runIds().length).toBe(0)
  expect((await shell.fetch('GET', '/api/agent', { token })).status).toBe(200)
  expect(shell.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
