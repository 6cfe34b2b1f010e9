import { ChatEvent, type Endpoint, OPERATIONS } from '@parley/contract'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import * as z from 'zod'
import { readEnvelope } from './call.ts'
import { ParleyError } from './parley-error.ts'
import { type CallOptions, type ServiceConnection, sendOperation } from './send.ts'

const Fault = z.object({ message: z.string(), code: z.string() })

/** Milliseconds before each attempt to continue a stream that broke. The list starts again after an event arrives. */
const RESUME_DELAYS_MS = [0, 250, 500, 1000, 2000, 4000, 8000]
/** Statuses of a service or a proxy that may answer in a moment; 0 is a connection that failed. */
const PASSING = new Set([0, 502, 503, 504])

type Call = { readonly input: Readonly<Record<string, unknown>>; readonly options: CallOptions }

/** The last event that was seen of a stored run. */
type Seen = { runId?: string; id?: string }

/**
 * Calls an operation and yields its events as they come (WHATWG HTML, "Server-sent events"); returns what the plain
 * call would have returned. Events of an unknown type are skipped. When the run is stored, a stream that breaks is
 * continued after its last event; the reply of a run that failed meanwhile has the status `error`. Throws ParleyError,
 * also when a stream ends before the reply and cannot be continued.
 */
export async function* callStream(
  connection: ServiceConnection,
  endpoint: Endpoint,
  { input, options }: Call,
): AsyncGenerator<ChatEvent, unknown, void> {
  const seen: Seen = {}
  let request: Request = { endpoint, input, options, seen }
  for (let failures = 0; ; failures += 1) {
    const { id } = seen
    try {
      return yield* readStream(connection, request)
    } catch (error) {
      if (seen.id !== id) failures = 0
      const delayMs = RESUME_DELAYS_MS[failures]
      const canResume = seen.runId !== undefined && seen.id !== undefined && isPassing(error)
      if (!canResume || delayMs === undefined || options.signal?.aborted) throw error
      const input = { run_id: seen.runId, after: seen.id }
      request = { endpoint: OPERATIONS.run.follow, input, options, seen }
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}

type Request = Call & { readonly endpoint: Endpoint; readonly seen: Seen }

async function* readStream(
  connection: ServiceConnection,
  { endpoint, input, options, seen }: Request,
): AsyncGenerator<ChatEvent, unknown, void> {
  const reply = await sendOperation(connection, endpoint, { input, options, accept: 'text/event-stream' })
  for await (const message of readMessages(reply)) {
    const data: unknown = JSON.parse(message.data)
    if (message.event === 'message') return readEnvelope(endpoint, data, reply.status)
    if (message.event === 'error') throw new ParleyError(...faultOf(data, reply.status))
    if (message.id !== undefined) seen.id = message.id
    const event = ChatEvent.safeParse(data)
    if (!event.success) continue
    if (event.data.type === 'run' && message.id !== undefined) seen.runId = event.data.run_id
    yield { ...event.data, ...(message.id !== undefined && { id: message.id }) }
  }
  throw new ParleyError('The stream ended before the answer was complete.', { status: 0 })
}

async function* readMessages({ body }: Response): AsyncGenerator<EventSourceMessage, void, void> {
  if (body === null) return
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = messages.getReader()
  try {
    for (let next = await read(reader); !next.done; next = await read(reader)) yield next.value
  } finally {
    // A caller that stops reading closes the connection.
    await reader.cancel().catch(() => {})
  }
}

/** A connection that breaks in the middle of a reply rejects with an error of the platform. */
async function read(reader: ReadableStreamDefaultReader<EventSourceMessage>) {
  try {
    return await reader.read()
  } catch (cause) {
    throw new ParleyError('The connection broke before the answer was complete.', { status: 0, cause })
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof ParleyError && PASSING.has(error.status)
}

function faultOf(data: unknown, status: number): ConstructorParameters<typeof ParleyError> {
  const fault = Fault.safeParse(data)
  if (!fault.success)
    return ['The service reported an error in a form this client does not know.', { status }]
  return [fault.data.message, { status, code: fault.data.code }]
}
