import type { IncomingMessage } from 'node:http'
import { AppError } from '@parley/errors'

/** A piece of a body must arrive within this time after the one before. */
const IDLE_MS = 30_000

/** The body as it arrives. Ends with `invalid_request` when the client stalls or breaks off. */
export async function* receiveBody(request: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  request.setTimeout(IDLE_MS, () => request.destroy(new Error('The body stalled.')))
  try {
    for await (const chunk of request) yield chunk
  } catch (cause) {
    throw new AppError('invalid_request', 'The body did not arrive completely.', { cause })
  } finally {
    request.setTimeout(0)
  }
}
