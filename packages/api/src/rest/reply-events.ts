import { type Endpoint, toEnvelope } from '@parley/contract'
import { toAppError } from '../procedure/to-app-error.ts'
import { firstSoon, startingWith, withHeartbeats } from './event-stream.ts'
import type { RestReply } from './rest-request.ts'

type WireEvent = { readonly type: string; readonly id?: string; readonly message?: unknown }

/**
 * Sends events as they come (WHATWG HTML, "Server-sent events"): each under its own name, `message` with the
 * envelope of a plain call, `error` with the failure body and its code. A comment every 15 s keeps the
 * connection open. Throws a failure of the first second, so that it gets its own status. A later failure
 * becomes an `error` event.
 */
export async function replyEvents(endpoint: Endpoint, events: AsyncGenerator<WireEvent>): Promise<RestReply> {
  const first = await firstSoon(events)
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

async function* frames(
  endpoint: Endpoint,
  events: AsyncIterable<WireEvent>,
): AsyncGenerator<string, void, void> {
  try {
    for await (const event of events) {
      if (event.type === 'message') yield frame('message', toEnvelope(endpoint.reply, event.message))
      else yield eventFrame(event)
    }
  } catch (error) {
    const { code, message } = toAppError(error)
    yield frame('error', { status: 'error', message, code })
  }
}

/** The id of an event is a field of the stream: clients send the last one as Last-Event-ID. */
function eventFrame({ id, ...event }: WireEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}${frame(event.type, event)}`
}

function frame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
