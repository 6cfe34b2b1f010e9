import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type ReceivedDelivery = {
  readonly id: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** What the receiver does with a delivery instead of accepting it. */
type Fault = (response: ServerResponse, request: IncomingMessage) => void

export type WebhookReceiver = {
  readonly url: string
  readonly port: number
  /** Every request that arrived whole, in order. */
  readonly received: ReceivedDelivery[]
  /** Those that were accepted. */
  readonly accepted: ReceivedDelivery[]
  /** What happens to the next deliveries. Deliveries beyond these are accepted. */
  readonly faults: Fault[]
  readonly close: () => Promise<void>
}

/** Starts a receiver of webhooks that scripts its faults. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = []
  const accepted: ReceivedDelivery[] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const delivery = { id: headers['webhook-id'] ?? '', headers, body }
    received.push(delivery)
    const fault = faults.shift()
    if (fault) return fault(response, request)
    accepted.push(delivery)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    accepted,
    faults,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Verifies a delivery with the reference implementation of Standard Webhooks and returns its body. */
export function verifyIndependently(secret: string, { body, headers }: ReceivedDelivery) {
  return new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> }
}
