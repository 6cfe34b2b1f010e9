import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RestReply } from '@parley/api'
import type { Exchange } from './exchange.ts'

/** Sends a reply. Sends a streamed body as it arrives; stops when the client disconnects or reads nothing. */
export async function writeReply(
  { response, request, times }: Pick<Exchange, 'response' | 'request' | 'times'>,
  reply: RestReply,
): Promise<void> {
  const restOfBody = discardRest(request, times.lingerMs)
  const { status, headers, body } = reply
  if (typeof body === 'string' || body instanceof Uint8Array) {
    if (response.destroyed) return
    response.setTimeout(times.stalledMs, () => response.destroy())
    response.writeHead(status, {
      ...headers,
      ...(status !== 204 && { 'content-length': Buffer.byteLength(body) }),
    })
    const sent = request.method === 'HEAD' ? '' : body
    if (response.shouldKeepAlive || request.complete) {
      response.end(sent)
      return
    }
    // Closing a connection with unread bytes resets it, and the client never reads the reply (RFC 9112 §9.6).
    response.write(sent)
    await restOfBody
    response.end()
    return
  }
  response.writeHead(status, headers)
  // A piece that is there already leaves in one packet with the head.
  const headAlone = setImmediate(() => response.flushHeaders())
  // Exhausts the body also after the client has disconnected: only an exhausted body releases its resources.
  for await (const piece of body) {
    clearImmediate(headAlone)
    if (response.destroyed) break
    if (!response.write(piece)) await drained(response, times.stalledMs)
  }
  clearImmediate(headAlone)
  response.end()
}

/**
 * Reads and discards the rest of a refused body, so that the next request on the connection can be read.
 * Closes the connection after `lingerMs`. Resolves when the body has ended or the connection is closed.
 */
function discardRest(request: IncomingMessage, lingerMs: number): Promise<void> {
  if (request.complete) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => request.socket.destroy(), lingerMs)
  const done = () => {
    clearTimeout(timer)
    resolve()
  }
  request.once('end', done).once('close', done)
  // A listener, not resume() alone: an interrupted reader's own listener would otherwise keep the stream paused.
  request.on('data', () => {}).resume()
  return promise
}

/** Waits until the client has read the written data, or closes its connection. */
function drained(response: ServerResponse, stalledMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => response.destroy(), stalledMs)
  response.once('drain', resolve).once('close', resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    response.off('drain', resolve).off('close', resolve)
  })
}
