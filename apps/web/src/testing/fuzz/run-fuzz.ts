import { spawn } from 'node:child_process'
import { request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '../service-client.ts'
import { buildRequest, type FuzzRequest, prepareOperations } from './build-request.ts'
import type { HealthReport } from './probe-health.ts'

export type FuzzPlan = {
  readonly origin: string
  /** The process of the service. */
  readonly pid: number
  /** Access tokens of the misbehaving user and of another user. */
  readonly token: string
  readonly otherToken: string
  /** A token of the misbehaving user that the run signs out. */
  readonly spareToken: string
  /** The requests with these numbers are sent. */
  readonly from: number
  readonly count: number
  readonly concurrency: number
  /** No more requests are sent after this time. */
  readonly longestMs?: number
  readonly onProgress?: (sent: number) => void
}

export type FuzzReport = {
  readonly requests: number
  /** Replies by status; `closed` when the connection ended without a reply. */
  readonly replies: Readonly<Record<string, number>>
  /** Requests that were answered with 500, the first twenty. */
  readonly faults: readonly string[]
  readonly health: HealthReport
  /** The requests that were open during the probe with the most CPU time. */
  readonly duringLongest: readonly string[]
  /** Number of the other user's calls meanwhile, why calls failed, and the longest duration in milliseconds. */
  readonly other: { readonly calls: number; readonly failures: readonly string[]; readonly longestMs: number }
}

const MOST_FAULTS = 20
const OTHER_EVERY_MS = 500
const SLOW_PIECE_MS = 30
const SLOW_PIECES = 20
const REPLY_MS = 60_000

/**
 * Sends hostile requests to every operation while another process requests /healthz and another user makes
 * calls.
 */
export async function runFuzz(plan: FuzzPlan): Promise<FuzzReport> {
  const operations = prepareOperations(await createRecords(plan))
  const probe = probeHealth(plan)
  const over = new AbortController()
  const other = callAsOther(plan, over.signal)
  const replies: Record<string, number> = {}
  const faults: string[] = []
  const open: OpenRequest[] = []
  let next = 0
  const endsAt = performance.now() + (plan.longestMs ?? Number.POSITIVE_INFINITY)
  const sendNext = async () => {
    while (next < plan.count && performance.now() < endsAt) {
      const number = plan.from + next++
      const request = buildRequest(operations, number)
      const startedAtMs = Date.now()
      const status = await send(plan, request)
      open.push({ name: `${number} ${request.name}`, startedAtMs, endedAtMs: Date.now() })
      replies[status] = (replies[status] ?? 0) + 1
      if (status === '500' && faults.length < MOST_FAULTS) faults.push(request.name)
      plan.onProgress?.(next)
    }
  }
  await Promise.all(Array.from({ length: plan.concurrency }, sendNext))
  over.abort()
  const health = await probe.end()
  return {
    requests: next,
    replies,
    faults,
    health,
    duringLongest: openDuring(open, health),
    other: await other,
  }
}

type OpenRequest = { readonly name: string; readonly startedAtMs: number; readonly endedAtMs: number }

function openDuring(requests: readonly OpenRequest[], { longestBlocked: probe }: HealthReport): string[] {
  return requests
    .filter((request) => request.startedAtMs <= probe.endedAtMs && request.endedAtMs >= probe.startedAtMs)
    .map((request) => request.name)
}

/** Creates records of the misbehaving user, so that hostile fields reach the use cases. */
async function createRecords({ origin, token }: FuzzPlan): Promise<Record<string, unknown>> {
  const client = createClient(origin)
  const session_id = await client.openSession(token)
  const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'Fuzz' }
  const config = await client.call('POST', '/llm_config', { token, body: model })
  const agent = await client.call('POST', '/agent', {
    token,
    body: { name: 'Fuzz', model_config_id: config.id, tools: [] },
  })
  const source = await client.call('POST', '/data_source', { token, body: { sample: 'seattle_weather' } })
  return {
    session_id,
    model_config_id: config.id,
    config_id: config.id,
    agent_id: agent.agent_id,
    data_source_id: source.id,
    sql: 'SELECT 1',
  }
}

async function callAsOther({ origin, otherToken: token }: FuzzPlan, over: AbortSignal) {
  const client = createClient(origin)
  const seen = { calls: 0, failures: [] as string[], longestMs: 0 }
  while (!over.aborted) {
    const startedAt = performance.now()
    const failure = await client.fetch('GET', '/api/agent', { token }).then(whyFailed, describeError)
    seen.calls++
    if (failure !== null) {
      const atSeconds = Math.round(startedAt / 1000)
      const forMs = Math.round(performance.now() - startedAt)
      seen.failures.push(`at ${atSeconds} s, after ${forMs} ms: ${failure}`)
    }
    seen.longestMs = Math.max(seen.longestMs, performance.now() - startedAt)
    await wait(OTHER_EVERY_MS, undefined, { signal: over }).catch(() => {})
  }
  return seen
}

/** Reads a reply. Returns null for the status 200, else the status and the text. */
async function whyFailed(reply: Response): Promise<string | null> {
  const body = await reply.text().catch(describeError)
  return reply.status === 200 ? null : `${reply.status} ${body}`
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function probeHealth({ origin, pid }: FuzzPlan) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'probe-health.ts'), origin, String(pid)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  return {
    async end(): Promise<HealthReport> {
      child.stdin.end()
      return JSON.parse(await output)
    },
  }
}

/** Sends one request and returns the status of its reply. */
function send({ origin, token, spareToken }: FuzzPlan, request: FuzzRequest): Promise<string> {
  const { method, path, body, delivery, credential } = request
  const bearer = { own: token, spare: spareToken, none: null }[credential]
  const length = body === null ? 0 : Buffer.byteLength(body) + (delivery === 'truncated' ? 10 : 0)
  const { promise, resolve } = Promise.withResolvers<string>()
  const sent = sendRequest(
    `${origin}${path}`,
    {
      method,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        // MCP clients accept both; the operations answer a plain `accept` with JSON.
        ...(path === '/mcp' && { accept: 'application/json, text/event-stream' }),
        ...(body !== null && { 'content-type': 'application/json', 'content-length': length }),
      },
      timeout: REPLY_MS,
    },
    (reply) => {
      reply.resume().once('close', () => resolve(String(reply.statusCode)))
    },
  )
  sent.on('error', () => resolve('closed')).on('timeout', () => sent.destroy())
  if (body === null) sent.end()
  else if (delivery === 'truncated') sent.write(body, () => sent.destroy())
  else if (delivery === 'slow') void sendSlowly(body, sent)
  else sent.end(body)
  return promise
}

async function sendSlowly(body: string, sent: ReturnType<typeof sendRequest>): Promise<void> {
  const bytes = Buffer.from(body)
  const size = Math.ceil(bytes.length / SLOW_PIECES)
  for (let start = 0; start < bytes.length && !sent.destroyed; start += size) {
    sent.write(bytes.subarray(start, start + size))
    await wait(SLOW_PIECE_MS)
  }
  sent.end()
}
