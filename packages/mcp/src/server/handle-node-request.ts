import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Passes a request of `node:http` to a web-standard handler and streams the reply. Aborts the request's
 * signal when the client disconnects. Rejects when the handler rejects; the caller then sends the reply.
 */
export async function handleNodeRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const response = await handle(toRequest(incoming, gone.signal))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) {
    outgoing.end()
    return
  }
  // The headers of an event stream must reach the client before the first event.
  outgoing.flushHeaders()
  await pipeline(Readable.fromWeb(response.body), outgoing).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error
  })
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal })
  return new Request(url, { method, headers, signal, body: Readable.toWeb(incoming), duplex: 'half' })
}
