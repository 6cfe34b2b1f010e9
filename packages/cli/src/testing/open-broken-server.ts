import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A reply on its way through the proxy. */
export type Passing = {
  status: number
  headers: Record<string, string>
  text: string
}

/** What a caller sent. */
type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The API keys of two users of the service. */
export type Keys = { readonly first: string; readonly second: string }

/** One thing that a server does wrong: changes a reply, or the request before it is sent on. */
export type Fault = {
  readonly request?: (
    sent: Sent,
    keys: Keys,
  ) => { path?: string; headers?: Record<string, string>; body?: string } | undefined
  readonly reply?: (reply: Passing, sent: Sent, keys: Keys) => void
}

/** Opens a proxy in front of a service that breaks one thing. */
export async function openBrokenServer(
  origin: string,
  fault: Fault,
  keys: Keys,
): Promise<{ readonly origin: string; readonly close: () => void }> {
  const server = createServer(async (request, response) => {
    const sent: Sent = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.headers,
      body: (await buffer(request)).toString(),
    }
    const changed = fault.request?.(sent, keys)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const body = changed?.body ?? sent.body
    const upstream = await fetch(`${origin}${changed?.path ?? sent.path}`, {
      method: sent.method,
      headers: { ...(headers as Record<string, string>), ...changed?.headers },
      ...(body !== '' && { body }),
    })
    const reply: Passing = {
      status: upstream.status,
      headers: Object.fromEntries(upstream.headers),
      text: await upstream.text(),
    }
    fault.reply?.(reply, sent, keys)
    const {
      'content-length': _length,
      'transfer-encoding': _encoding,
      connection: _open,
      ...rest
    } = reply.headers
    response.writeHead(reply.status, rest).end(reply.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
