import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from '@parley/agent'
import { scriptedModel } from '@parley/agent/testing'
import { createEgress, type Egress } from '@parley/net'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { type DataShell, openDataShell } from '../testing/open-data-shell.ts'
import {
  attributesOf,
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '../testing/trace-receiver.ts'
import { openTraces } from './open-traces.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PROXY_SPAN = '00f067aa0ba902b7'
const SQL = 'SELECT sum(herring) AS barrels FROM catches'
const CONTENT = ['herring', 'barrels', 'catches', 'fjord', 'Lofoten', '4217']
const KINDS = { internal: 1, server: 2, client: 3 }

/** Queries the file, then answers. */
const analyst: Model = (request) => {
  const isAsked = request.messages.at(-1)?.role !== 'tool'
  const usage = { inputTokens: 70, outputTokens: 5 }
  const call = { toolCalls: [{ name: 'execute_sql', arguments: { generated_sql: SQL } }], usage }
  return scriptedModel([isAsked ? call : { text: 'Lofoten landed 4217.', usage }]).model(request)
}

let receiver: TraceReceiver
let egress: Egress
let shell: DataShell
let logged: Record<string, unknown>[]
let traces: Awaited<ReturnType<typeof openTraces>>

beforeEach(async () => {
  receiver = await startTraceReceiver()
  egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [receiver.url] })
  shell = await openDataShell({ proxyHops: 1 })
  shell.world.model = analyst
  logged = []
  traces = null
})
afterEach(async () => {
  await traces?.close()
  await shell.close()
  await egress.close()
  await receiver.close()
})

async function record(variables: Record<string, string> = {}): Promise<void> {
  const environment = {
    DATABASE_URL: 'postgresql://parley@127.0.0.1/parley',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...variables,
  }
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  traces = await openTraces(readSettings(environment), egress, log)
}

/** The spans that arrive when the service stops. */
async function stopped(): Promise<ReceivedSpan[]> {
  await traces?.close()
  traces = null
  expect(receiver.refusals).toEqual([])
  return receiver.spans
}

async function openAnalysis(token: string): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob(['place,herring\nfjord,4217\n']), 'catches.csv')
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${shell.origin}/api/data_source`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  return shell.openSession(token)
}

async function ask(token: string, session_id: string, headers: Record<string, string> = {}) {
  const body = { session_id, query: 'How much did Lofoten land?' }
  const reply = await shell.fetch('POST', '/api/chat/query', { token, body, headers })
  expect(reply.status).toBe(200)
  return reply.text()
}

const proxied = { traceparent: `00-${TRACE}-${PROXY_SPAN}-01`, 'x-forwarded-for': '203.0.113.9' }

function named(spans: readonly ReceivedSpan[], name: string | RegExp): ReceivedSpan {
  const found = spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  if (!found) throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(', ')}.`)
  return found
}

/** The contents of a field of a message of Protocol Buffers that has a length (protobuf.dev, "Encoding"). */
function fieldsOf(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = []
  let at = 0
  const readNumber = () => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++)
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = readNumber()
    if (tag % 8 === 0) readNumber()
    else if (tag % 8 === 1) at += 8
    else if (tag % 8 === 5) at += 4
    else {
      const length = readNumber()
      if (tag >> 3 === wanted) found.push(message.subarray(at, at + length))
      at += length
    }
  }
  return found
}

test('one trace leads from the proxy through the turn, the model, the tool and the statement', async () => {
  const alice = await shell.signIn()
  const session = await openAnalysis(alice)
  await record()
  await ask(alice, session, proxied)
  const spans = await stopped()
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))

  const request = named(spans, 'POST chat.query')
  const turn = named(spans, 'invoke_agent')
  const tool = named(spans, 'execute_tool execute_sql')
  const statement = named(spans, 'statement duckdb')
  const calls = spans.filter(({ name }) => name === 'chat m')
  expect([request.parentSpanId, request.kind]).toEqual([PROXY_SPAN, KINDS.server])
  expect([turn.parentSpanId, turn.kind]).toEqual([request.spanId, KINDS.internal])
  expect(calls.map(({ parentSpanId, kind }) => [parentSpanId, kind])).toEqual([
    [turn.spanId, KINDS.client],
    [turn.spanId, KINDS.client],
  ])
  expect(tool.parentSpanId).toBe(turn.spanId)
  expect([statement.parentSpanId, statement.kind]).toEqual([tool.spanId, KINDS.client])
  expect(named(spans, 'claim_turn').parentSpanId).toBe(turn.spanId)
  const ids = new Set([PROXY_SPAN, ...spans.map(({ spanId }) => spanId)])
  expect(spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([])
})

test('spans have the names of the conventions, tokens and states, and no content', async () => {
  const alice = await shell.signIn()
  const session = await openAnalysis(alice)
  await record({
    OTEL_SERVICE_NAME: 'analyst',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=sea%20side',
  })
  await ask(alice, session)
  const spans = await stopped()
  expect(receiver.resource()).toMatchObject({
    'service.name': 'analyst',
    'deployment.environment.name': 'sea side',
  })
  expect(attributesOf(named(spans, 'POST chat.query'))).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'parley.operation': 'chat.query',
  })
  expect(attributesOf(named(spans, 'invoke_agent'))).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': session,
    'parley.run.status': 'ok',
  })
  expect(attributesOf(named(spans, 'chat m'))).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'ollama',
    'gen_ai.request.model': 'm',
    'gen_ai.request.stream': false,
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'gen_ai.usage.input_tokens': 70,
    'gen_ai.usage.output_tokens': 5,
  })
  expect(attributesOf(named(spans, /^execute_tool/))).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'execute_sql',
    'parley.step.status': 'ok',
  })
  expect(attributesOf(named(spans, 'statement duckdb'))).toEqual({
    'db.system.name': 'duckdb',
    'parley.statement.plan': 'files',
    'db.response.returned_rows': 1,
  })
  for (const word of CONTENT) expect(receiver.text()).not.toContain(word)
})

test('questions of two users at the same time are two traces', async () => {
  const [alice, bob] = [await shell.signIn(), await shell.signIn()]
  const sessions = [await openAnalysis(alice), await openAnalysis(bob)] as const
  await record()
  await Promise.all([ask(alice, sessions[0], proxied), ask(bob, sessions[1])])
  const spans = await stopped()
  const turns = spans.filter(({ name }) => name === 'invoke_agent')
  expect(turns).toHaveLength(2)
  for (const turn of turns) {
    const own = spans.filter(({ traceId }) => traceId === turn.traceId)
    expect(own.filter(({ name }) => name === 'invoke_agent')).toEqual([turn])
    expect(own.filter(({ name }) => name === 'chat m')).toHaveLength(2)
    expect(named(own, 'statement duckdb').parentSpanId).toBe(named(own, /^execute_tool/).spanId)
  }
  expect(new Set(turns.map(({ traceId }) => traceId)).size).toBe(2)
})

test('a turn whose client left is traced to its end', async () => {
  const alice = await shell.signIn()
  const session = await openAnalysis(alice)
  const gate = Promise.withResolvers<void>()
  shell.world.model = async function* late(request) {
    await gate.promise
    return yield* analyst(request)
  }
  await record()
  const leaving = new AbortController()
  const body = { session_id: session, query: 'How much?' }
  const reply = await shell.fetch('POST', '/api/chat/query', {
    token: alice,
    body,
    headers: { ...proxied, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  await reply.body?.getReader().read()
  leaving.abort()
  gate.resolve()
  while (shell.deps.turns.runIds().length > 0) await sleep(5)
  const spans = await stopped()
  const turn = named(spans, 'invoke_agent')
  expect(attributesOf(turn)).toMatchObject({ 'parley.run.status': 'ok' })
  expect(spans.filter(({ name }) => name === 'chat m').map(({ parentSpanId }) => parentSpanId)).toEqual([
    turn.spanId,
    turn.spanId,
  ])
})

test('a failing model marks its span and that of the turn with the kind of the error', async () => {
  const alice = await shell.signIn()
  const session = await openAnalysis(alice)
  shell.world.model = scriptedModel([new Error('4217 herring')]).model
  await record()
  const body = { session_id: session, query: 'How much?' }
  await shell.fetch('POST', '/api/chat/query', { token: alice, body })
  const spans = await stopped()
  expect(named(spans, 'chat m').status).toEqual({ code: 2 })
  expect(attributesOf(named(spans, 'chat m'))).toMatchObject({ 'error.type': 'Error' })
  expect(named(spans, 'invoke_agent').status).toEqual({ code: 2 })
  expect(receiver.text()).not.toContain('4217')
})

test('a client that connects without a proxy cannot choose its trace', async () => {
  const direct = await openDataShell()
  try {
    await record()
    await direct.fetch('GET', '/api/agent', { token: await direct.signIn(), headers: proxied })
    const request = named(await stopped(), /^GET agent/)
    expect(request.traceId).not.toBe(TRACE)
    expect(request.parentSpanId).toBeUndefined()
  } finally {
    await direct.close()
  }
})

test('health checks and metrics leave no spans, and a sampler of none leaves none at all', async () => {
  await record()
  await shell.fetch('GET', '/healthz')
  await shell.fetch('GET', '/readyz')
  await shell.fetch('GET', '/metrics')
  expect(await stopped()).toEqual([])
  await record({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
  await shell.fetch('GET', '/api/agent', { token: await shell.signIn() })
  expect(await stopped()).toEqual([])
})

test('spans are sent again to a receiver that was busy, compressed and with the headers of the operator', async () => {
  await record({
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Tenant=north%20sea',
  })
  receiver.faults.push((response) => response.writeHead(503).end())
  await shell.fetch('GET', '/api/agent', { token: await shell.signIn() })
  named(await stopped(), /^GET agent/)
  expect(receiver.headers).toHaveLength(1)
  expect(receiver.headers[0]).toMatchObject({ 'x-tenant': 'north sea', 'content-encoding': 'gzip' })
  expect(logged).toEqual([])
})

test('traces are sent as Protocol Buffers unless the operator asks for JSON', async () => {
  await record({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' })
  const bodies: Buffer[] = []
  const types: unknown[] = []
  receiver.takeBytes = (bytes, { 'content-type': type }) => {
    bodies.push(bytes)
    types.push(type)
  }
  await shell.fetch('GET', '/api/agent', { token: await shell.signIn(), headers: proxied })
  await stopped()
  expect(types).toEqual(['application/x-protobuf'])
  // TracesData.resource_spans → ResourceSpans.scope_spans → ScopeSpans.spans (opentelemetry-proto, trace.proto).
  const spans = fieldsOf(bodies[0] ?? Buffer.of(), 1)
    .flatMap((resourceSpans) => fieldsOf(resourceSpans, 2))
    .flatMap((scopeSpans) => fieldsOf(scopeSpans, 2))
  const request = spans.find((span) => fieldsOf(span, 5)[0]?.toString().startsWith('GET agent'))
  expect(fieldsOf(request ?? Buffer.of(), 1).map((id) => id.toString('hex'))).toEqual([TRACE])
  expect(fieldsOf(request ?? Buffer.of(), 4).map((id) => id.toString('hex'))).toEqual([PROXY_SPAN])
})

test('requests go on without a receiver, and the log says so once', async () => {
  await record({ OTEL_EXPORTER_OTLP_TIMEOUT: '200' })
  const token = await shell.signIn()
  await receiver.close()
  const reply = await shell.fetch('GET', '/api/agent', { token })
  expect(reply.status).toBe(200)
  await traces?.close()
  traces = null
  expect(logged.map(({ msg }) => msg)).toEqual(['traces could not be sent'])
  receiver = await startTraceReceiver()
})
