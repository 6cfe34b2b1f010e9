import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A delivery as it arrived. */
type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** An address on this machine that answers every delivery with 204 and keeps it. */
export type Receiver = {
  readonly url: string
  /** The next delivery; null when none comes in time. */
  readonly next: (mostMs: number) => Promise<Delivery | null>
}

/** Whether a server can be expected to reach an address of this machine: it runs here. */
export function isOnThisMachine(baseUrl: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname)
}

/** Opens a receiver of webhooks while `use` runs. */
export async function withReceiver(use: (receiver: Receiver) => Promise<void>): Promise<void> {
  const arrived: Delivery[] = []
  const server = createServer(async (request, response) => {
    arrived.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
    server.emit('delivery')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const next = async (mostMs: number) => {
    const signal = AbortSignal.timeout(mostMs)
    while (arrived.length === 0 && !signal.aborted) await once(server, 'delivery', { signal }).catch(() => {})
    return arrived.shift() ?? null
  }
  try {
    await use({ url: `http://127.0.0.1:${port}/`, next })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
