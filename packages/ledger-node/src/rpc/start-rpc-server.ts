import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chain } from '../chain/create-chain.ts'
import { NETWORK } from '../rules/constants.ts'
import { createRpcHandler } from './create-rpc-handler.ts'
import { MAX_BODY_BYTES, tooLarge } from './read-call.ts'
import { plainReply } from './replies.ts'
import type { RpcHttpReply } from './rpc-http.ts'

const REQUEST_TIMEOUT_MS = 10_000

export type RpcServer = Readonly<{
  /** The base address, without the path of the interface. */
  url: string
  /** Stops listening and ends every connection. */
  close: () => Promise<void>
}>

/**
 * Serves a network at `POST /chainapi` of a port. Port 0 takes a free port.
 *
 * @throws the error of the operating system when the port is not available.
 */
export async function startRpcServer(
  network: () => Chain,
  { port, host = '127.0.0.1' }: { port: number; host?: string },
): Promise<RpcServer> {
  const handle = createRpcHandler(network)
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    if (pathOf(request) !== NETWORK.path) {
      send(response, plainReply(404, `There is nothing here; the interface is at ${NETWORK.path}.`))
      return
    }
    readBody(request, response, (body) => {
      const { method = '', headers } = request
      send(response, handle({ method, headers, body }))
    })
  })
  await listen(server, { port, host })
  const address = server.address() as AddressInfo // a TCP server that listens has one
  const shown = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shown}:${address.port}`, close: () => close(server) }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function readBody(request: IncomingMessage, response: ServerResponse, done: (body: string) => void): void {
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) {
    refuseBody(request, response)
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_BODY_BYTES) refuseBody(request, response)
    else chunks.push(chunk)
  })
  request.on('end', () => {
    if (size <= MAX_BODY_BYTES) done(Buffer.concat(chunks).toString('utf8'))
  })
  request.on('error', () => response.destroy())
}

function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return
  const { status, headers, body } = tooLarge()
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
  // The client may still be sending, so the connection closes after the reply was sent.
  response.end(body, () => request.destroy())
}

function send(response: ServerResponse, { status, headers, body }: RpcHttpReply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

function listen(server: Server, address: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
