import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createParleyClient, type ParleyClient } from './create-parley-client.ts'
import { ParleyError } from './parley-error.ts'

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string }
type Answer = (response: ServerResponse, received: Received) => void

const RUN = '7f8a2c4e-0000-4000-8000-000000000001'
const QUESTION = { session_id: RUN, query: 'How many?' }

let server: Server
let client: ParleyClient
/** Answers are given in turn; a request more than there are answers fails the test. */
let answers: Answer[]
let received: Received[]
beforeEach(async () => {
  answers = []
  received = []
  server = createServer(async (request, response) => {
    const got = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await text(request),
    }
    received.push(got)
    const answer = answers.shift()
    if (answer) answer(response, got)
    else response.writeHead(500).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  client = createParleyClient({ origin: `http://127.0.0.1:${port}/`, credential: async () => 'the-key' })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function json(body: unknown, { status = 200, headers = {} } = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

function events(...frames: readonly (readonly [name: string, data: unknown])[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const sent = frames.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    response.end(`: keep-alive\n\n${sent.join('')}`)
  }
}

const ANSWER = {
  role: 'assistant',
  content: 'Four.',
  type: 'message',
  status: 'ok',
  run_id: RUN,
  artifacts: null,
  suggestions: null,
}

test('puts an input into path, query or body and sends the credential', async () => {
  answers = [json({ status: 'ok', data: { run_id: RUN, steps: [] } }), json({ status: 'ok', data: ANSWER })]
  await client.run.get({ run_id: RUN })
  await client.chat.query(QUESTION, { idempotencyKey: 'once' })

  expect(received.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
    { method: 'GET', url: `/api/chat/run/${RUN}`, body: '' },
    { method: 'POST', url: '/api/chat/query', body: JSON.stringify(QUESTION) },
  ])
  expect(received[1]?.headers).toMatchObject({
    authorization: 'Bearer the-key',
    'content-type': 'application/json',
    'idempotency-key': 'once',
  })
})

test('keeps the characters of an id inside its segment of the path', async () => {
  answers = [json({ status: 'error', message: 'There is no run with this id.' }, { status: 404 })]
  await expect(client.run.get({ run_id: '../../llm_config?x=' })).rejects.toThrow('There is no run')
  expect(received[0]?.url).toBe('/api/chat/run/..%2F..%2Fllm_config%3Fx%3D')
})

test('throws a failure with the sentence, status, code and retry time of the service', async () => {
  const headers = { 'x-error-code': 'conflict', 'retry-after': '2' }
  answers = [json({ status: 'error', message: 'Still answering.' }, { status: 409, headers })]
  const error = await client.chat.query(QUESTION).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ParleyError)
  expect(error).toMatchObject({
    message: 'Still answering.',
    status: 409,
    code: 'conflict',
    retryAfterSeconds: 2,
  })
})

test.each<[string, Answer, RegExp]>([
  ['the page of a proxy', (response) => void response.writeHead(502).end('<html>'), /status 502/],
  ['no JSON at all', (response) => void response.end('fine'), /form this client does not know/],
  ['a reply that is not the contract’s', json({ status: 'ok', data: { content: 4 } }), /form this client/],
  ['a connection that ends', (response) => void response.destroy(), /did not answer/],
])('%s is a ParleyError', async (_, answer, sentence) => {
  answers = [answer, answer, answer]
  const error = await client.chat.query(QUESTION).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ParleyError)
  expect((error as ParleyError).message).toMatch(sentence)
})

/** Events with ids, and then a connection that breaks in the middle of a frame. */
function brokenEvents(...frames: readonly (readonly [id: string, data: Record<string, string>])[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const sent = frames.map(
      ([id, data]) => `id: ${id}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    response.write(`${sent.join('')}id: 9\nevent: te`, () => response.destroy())
  }
}

test('continues a stream that broke behind the last event, also when the service is away for a moment', async () => {
  answers = [
    brokenEvents(['1', { type: 'run', run_id: RUN }], ['2.2', { type: 'text', delta: 'Fo' }]),
    json({ status: 'error', message: 'Starting.' }, { status: 503 }),
    brokenEvents(['2.4', { type: 'text', delta: 'ur' }]),
    events(['text', { type: 'text', delta: '.' }], ['message', { status: 'ok', data: ANSWER }]),
  ]
  const stream = client.chat.queryStream(QUESTION)
  let text = ''
  for await (const event of stream) if (event.type === 'text') text += event.delta
  expect(text).toBe('Four.')
  expect(await stream.reply()).toEqual(ANSWER)
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/chat/query',
    `GET /api/chat/run/${RUN}/events?after=2.2`,
    `GET /api/chat/run/${RUN}/events?after=2.2`,
    `GET /api/chat/run/${RUN}/events?after=2.4`,
  ])
})

test('asks in the background and reads the answer from the run', async () => {
  const path = `/api/chat/run/${RUN}`
  const links = { events: `${path}/events`, run: path, cancel: `${path}/cancel` }
  answers = [
    json({ status: 'ok', data: { run_id: RUN, status: 'running', links } }, { status: 202 }),
    json({ status: 'ok', data: ANSWER }),
  ]
  const { run_id } = await client.chat.queryInBackground(QUESTION, { idempotencyKey: 'once' })
  expect(await client.run.follow({ run_id })).toEqual(ANSWER)
  expect(received[0]?.headers).toMatchObject({ prefer: 'respond-async', 'idempotency-key': 'once' })
  expect(received[1]).toMatchObject({ method: 'GET', url: links.events })
})

test('ends an aborted call with the reason of its caller', async () => {
  answers = [() => {}]
  const signal = AbortSignal.timeout(50)
  await expect(client.chat.query(QUESTION, { signal })).rejects.toThrow(
    expect.objectContaining({ name: 'TimeoutError' }),
  )
})

test('yields the events of a stream and returns the answer', async () => {
  answers = [
    events(
      ['run', { type: 'run', run_id: RUN }],
      ['text', { type: 'text', delta: 'Four' }],
      ['something_newer', { type: 'something_newer' }],
      ['message', { status: 'ok', data: ANSWER }],
    ),
  ]
  const stream = client.chat.queryStream(QUESTION)
  const seen: string[] = []
  let next = await stream.next()
  for (; !next.done; next = await stream.next()) seen.push(next.value.type)
  expect(seen).toEqual(['run', 'text'])
  expect(next.value).toEqual(ANSWER)
  expect(received[0]?.headers.accept).toBe('text/event-stream')
})

test('throws the sentence of the service when a stream fails', async () => {
  answers = [
    events(
      ['run', { type: 'run', run_id: RUN }],
      ['error', { status: 'error', message: 'No.', code: 'upstream_failed' }],
    ),
  ]
  const stream = client.chat.queryStream(QUESTION)
  await stream.next()
  await expect(stream.next()).rejects.toMatchObject({ message: 'No.', code: 'upstream_failed' })
})

test('throws when a stream is cut off before its reply', async () => {
  answers = [events(['text', { type: 'text', delta: 'Fo' }])]
  const stream = client.chat.queryStream(QUESTION)
  await stream.next()
  await expect(stream.next()).rejects.toThrow('ended before the answer was complete')
})

test('closes the connection when its caller stops reading a stream', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answers = [
    (response) => {
      response.once('close', resolve)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: text\ndata: {"type":"text","delta":"a"}\n\n')
    },
  ]
  for await (const event of client.chat.queryStream(QUESTION)) {
    expect(event.type).toBe('text')
    break
  }
  await promise
})

const STREAMED = events(
  ['run', { type: 'run', run_id: RUN }],
  ['text', { type: 'text', delta: 'Four.' }],
  ['message', { status: 'ok', data: ANSWER }],
)

test('gives the reply of a stream after its events, without them, and more than once', async () => {
  answers = [STREAMED, STREAMED]
  const read = client.chat.queryStream(QUESTION)
  const seen: string[] = []
  for await (const event of read) seen.push(event.type)
  expect(seen).toEqual(['run', 'text'])
  expect(await read.reply()).toEqual(ANSWER)
  expect(await read.reply()).toEqual(ANSWER)
  expect(await client.chat.queryStream(QUESTION).reply()).toEqual(ANSWER)
})

test('has no reply for a stream that was left before its end', async () => {
  answers = [STREAMED]
  const left = client.chat.queryStream(QUESTION)
  for await (const event of left) if (event.type === 'run') break
  await expect(left.reply()).rejects.toThrow('left before its reply came')
})

test.each([`artifacts/${RUN}/chart.png`, `/artifacts/${RUN}/chart.png`, `/api/artifacts/${RUN}/chart.png`])(
  'reads the file %s',
  async (path) => {
    answers = [(response) => void response.end('PNG')]
    expect(await (await client.artifact.read(path)).text()).toBe('PNG')
    expect(received[0]?.url).toBe(`/api/artifacts/${RUN}/chart.png`)
  },
)

test('pages are read one after another, with the filters of the first, until the last', async () => {
  const page = (names: string[], next_cursor: string | null) =>
    json({
      status: 'ok',
      data: {
        agents: names.map((name) => ({ id: RUN, name, description: '', model_config_id: 1, tool_count: 0 })),
        next_cursor,
      },
    })
  answers = [page(['A', 'B'], 'next.sum'), page(['C'], null)]
  const names: string[] = []
  for await (const { agents } of client.agent.listPages({ limit: 2 }))
    names.push(...agents.map(({ name }) => name))
  expect(names).toEqual(['A', 'B', 'C'])
  expect(received.map(({ url }) => url)).toEqual(['/api/agent?limit=2', '/api/agent?limit=2&cursor=next.sum'])
})

test('a POST that failed for a moment is sent again under one idempotency key', async () => {
  const failure = { status: 'error', message: 'The service is stopping.' }
  answers = [json(failure, { status: 503 }), json({ status: 'ok', data: ANSWER })]
  expect(await client.chat.query(QUESTION)).toEqual(ANSWER)
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test.each([
  ['a refusal', 400, {}],
  ['a pause of more than thirty seconds', 429, { 'retry-after': '60' }],
])('%s is not sent again', async (_, status, headers) => {
  answers = [json({ status: 'error', message: 'No.' }, { status, headers })]
  await expect(client.agent.list()).rejects.toThrow('No.')
  expect(received).toHaveLength(1)
})

test('a stateless call is not sent again, because its reply is stored nowhere', async () => {
  answers = [json({ status: 'error', message: 'Later.' }, { status: 503 })]
  await expect(client.chat.invokeLlm({ model_config_id: 1, prompt: 'Hi' })).rejects.toThrow('Later.')
  expect(received).toHaveLength(1)
})

test('an abort ends the pause before a repetition', async () => {
  const abort = new AbortController()
  answers = [json({ status: 'error', message: 'Later.' }, { status: 503, headers: { 'retry-after': '20' } })]
  const listing = client.agent.list({}, { signal: abort.signal })
  await expect.poll(() => received.length).toBe(1)
  setTimeout(() => abort.abort(new Error('The user left.')), 50)
  await expect(listing).rejects.toThrow('The user left.')
})
