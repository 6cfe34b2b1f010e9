import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

export type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type LocalServer = AsyncDisposable & {
  readonly port: number
  readonly origin: string
  readonly seen: readonly SeenRequest[]
  /** TCP connections that the server has accepted, with or without a request. */
  readonly connections: () => number
  /** Connections that are open now. */
  readonly openConnections: () => number
}

/** An HTTP server that counts its connections. */
export function startServer(
  answer: (request: SeenRequest, response: ServerResponse) => unknown,
  host = '127.0.0.1',
): Promise<LocalServer> {
  const seen: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    readAll(incoming)
      .then((body) => {
        const { method = '', url = '', headers } = incoming
        const request = { method, url, headers, body }
        seen.push(request)
        return answer(request, response)
      })
      .catch(() => response.destroy())
  })
  // As vendors do, it announces no time after which it closes a connection.
  server.keepAliveTimeout = 0
  return listen(server, { host, seen })
}

/** A TCP server that handles each connection with the given function. */
export function startTcpServer(accept: (socket: Socket) => void): Promise<LocalServer> {
  return listen(createTcpServer(accept), { host: '127.0.0.1', seen: [] })
}

async function listen(
  server: Server,
  { host, seen }: { host: string; seen: SeenRequest[] },
): Promise<LocalServer> {
  const sockets = new Set<Socket>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count += 1
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  // as: a server that listens on a port has such an address
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    seen,
    connections: () => count,
    openConnections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
