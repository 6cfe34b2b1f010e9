import { ChatEvent, type Endpoint } from '@parley/contract'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import * as z from 'zod'
import { readEnvelope } from './call.ts'
import { ParleyError } from './parley-error.ts'
import { type CallOptions, type ServiceConnection, sendOperation } from './send.ts'

const Fault = z.object({ message: z.string(), code: z.string() })

/**
 * Calls an operation and yields its events as they come (WHATWG HTML, "Server-sent events"); returns what the plain
 * call would have returned. Events of an unknown type are skipped. Throws ParleyError, also when the stream ends before
 * the reply.
 */
export async function* callStream(
  connection: ServiceConnection,
  endpoint: Endpoint,
  { input, options }: { readonly input: Readonly<Record<string, unknown>>; readonly options: CallOptions },
): AsyncGenerator<ChatEvent, unknown, void> {
  const reply = await sendOperation(connection, endpoint, { input, options, accept: 'text/event-stream' })
  for await (const message of readMessages(reply)) {
    const data: unknown = JSON.parse(message.data)
    if (message.event === 'message') return readEnvelope(endpoint, data, reply.status)
    if (message.event === 'error') throw new ParleyError(...faultOf(data, reply.status))
    const event = ChatEvent.safeParse(data)
    if (event.success) yield event.data
  }
  throw new ParleyError('The stream ended before the answer was complete.', { status: reply.status })
}

async function* readMessages({ body }: Response): AsyncGenerator<EventSourceMessage, void, void> {
  if (body === null) return
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = messages.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    // A caller that stops reading closes the connection.
    await reader.cancel().catch(() => {})
  }
}

function faultOf(data: unknown, status: number): ConstructorParameters<typeof ParleyError> {
  const fault = Fault.safeParse(data)
  if (!fault.success)
    return ['The service reported an error in a form this client does not know.', { status }]
  return [fault.data.message, { status, code: fault.data.code }]
}
