import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RestReply } from '@parley/api'
import type { Exchange } from './exchange.ts'

/** Sends a reply; a body in pieces is sent as it comes and given up when the client leaves or takes nothing. */
export async function writeReply(
  { response, request, times }: Pick<Exchange, 'response' | 'request' | 'times'>,
  reply: RestReply,
): Promise<void> {
  discardRest(request, times.lingerMs)
  const { status, headers, body } = reply
  if (typeof body === 'string' || body instanceof Uint8Array) {
    if (response.destroyed) return
    response.setTimeout(times.stalledMs, () => response.destroy())
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  response.writeHead(status, headers)
  response.flushHeaders()
  // Also where nobody is left to read: only what has begun can end what it holds open.
  for await (const piece of body) {
    if (response.destroyed) break
    if (!response.write(piece)) await drained(response, times.stalledMs)
  }
  response.end()
}

/** What was not read of a refused body must not stand in front of the next request, nor keep coming for ever. */
function discardRest(request: IncomingMessage, lingerMs: number): void {
  if (request.complete) return
  const timer = setTimeout(() => request.socket.destroy(), lingerMs)
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  request.resume()
}

/** Waits until the client has taken what was written, or drops it. */
function drained(response: ServerResponse, stalledMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => response.destroy(), stalledMs)
  response.once('drain', resolve).once('close', resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    response.off('drain', resolve).off('close', resolve)
  })
}
