import { type Endpoint, toEnvelope } from '@parley/contract'
import { toAppError } from '../procedure/to-app-error.ts'
import type { RestReply } from './rest-request.ts'

const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': keep-alive\n\n'

type WireEvent = { readonly type: string; readonly message?: unknown }

/**
 * Sends events as they come (WHATWG HTML, "Server-sent events"): each under its own name, `message` with the
 * envelope a plain call would have got, `error` with the failure body and its code. A comment every 15 s keeps
 * the connection open while a tool works. Throws what went wrong before the first event, so that it can be an
 * ordinary failure.
 */
export async function replyEvents(endpoint: Endpoint, events: AsyncGenerator<WireEvent>): Promise<RestReply> {
  const first = await events.next()
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    body: withHeartbeats(frames(endpoint, startingWith(first, events))),
  }
}

async function* startingWith<Event>(
  first: IteratorResult<Event>,
  rest: AsyncGenerator<Event>,
): AsyncGenerator<Event, void, void> {
  if (first.done) return
  try {
    yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

async function* frames(
  endpoint: Endpoint,
  events: AsyncIterable<WireEvent>,
): AsyncGenerator<string, void, void> {
  try {
    for await (const event of events) {
      if (event.type === 'message') yield frame('message', toEnvelope(endpoint.reply, event.message))
      else yield frame(event.type, event)
    }
  } catch (error) {
    const { code, message } = toAppError(error)
    yield frame('error', { status: 'error', message, code })
  }
}

function frame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

async function* withHeartbeats(
  source: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  try {
    let pending = source.next()
    while (true) {
      const next = await orHeartbeat(pending)
      if (next === HEARTBEAT) yield HEARTBEAT
      else if (next.done) return
      else {
        yield next.value
        pending = source.next()
      }
    }
  } finally {
    await source.return()
  }
}

async function orHeartbeat<Next>(pending: Promise<Next>): Promise<Next | typeof HEARTBEAT> {
  let timer: NodeJS.Timeout | undefined
  const heartbeat = new Promise<typeof HEARTBEAT>((resolve) => {
    timer = setTimeout(resolve, HEARTBEAT_MS, HEARTBEAT)
  })
  try {
    return await Promise.race([pending, heartbeat])
  } finally {
    clearTimeout(timer)
  }
}
