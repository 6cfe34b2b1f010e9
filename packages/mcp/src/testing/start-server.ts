import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StartedServer = { readonly origin: string; readonly close: () => Promise<void> }

/** Starts a server on a free port of the loopback address. `close` also closes open connections. */
export async function startServer(listener: RequestListener, port = 0): Promise<StartedServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // A TCP server's address is never a pipe name.
  const address = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Starts a server that replies with JSON to exactly the given GET addresses (path and query as sent), refuses
 * all others with 500, and records the requests.
 */
export async function startScript(
  script: Record<string, unknown>,
): Promise<StartedServer & { asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = await startServer((request, response) => {
    asked.push(request)
    const reply = script[request.url ?? '']
    response.statusCode = reply === undefined ? 500 : 200
    response.setHeader('content-type', 'application/json')
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? { error: 'not in the script' }))
  })
  return { ...server, asked }
}
