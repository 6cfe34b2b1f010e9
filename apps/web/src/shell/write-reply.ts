import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { RestReply } from '@parley/api'
import type { Exchange } from './create-shell.ts'

/** A client that takes nothing for this long is dropped. */
const STALLED_MS = 60_000

/** Sends a reply; a body in pieces is sent as it comes and given up when the client leaves. */
export async function writeReply(
  { response, request }: Pick<Exchange, 'response' | 'request'>,
  reply: RestReply,
): Promise<void> {
  if (response.destroyed) return
  const { status, headers, body } = reply
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
    // What was not read of a refused body must not stand in front of the next request.
    if (!request.complete) request.resume()
    return
  }
  response.writeHead(status, headers)
  response.flushHeaders()
  for await (const piece of body) {
    if (response.destroyed) break
    if (!response.write(piece)) await drained(response)
  }
  response.end()
}

async function drained(response: ServerResponse): Promise<void> {
  try {
    await once(response, 'drain', { signal: AbortSignal.timeout(STALLED_MS) })
  } catch {
    response.destroy()
  }
}
