import type { IncomingMessage } from 'node:http'
import { AppError } from '@parley/errors'
import { SHELL_TIMES, type ShellTimes } from './shell-times.ts'

/** What a large body grants itself beside `bodyMs`: 64 KB a second is the slowest that is waited for. */
const BYTES_PER_MS = 64

const ARRIVALS = ['readable', 'end', 'close', 'error'] as const

/**
 * The body as it arrives. Throws `invalid_request` when the client stalls, dawdles or breaks off. Whoever stops
 * reading leaves the connection as it is, so that a refusal can still be sent over it.
 */
export async function* receiveBody(
  request: IncomingMessage,
  { bodyIdleMs, bodyMs }: Pick<ShellTimes, 'bodyIdleMs' | 'bodyMs'> = SHELL_TIMES,
): AsyncGenerator<Uint8Array, void, void> {
  let leftMs = bodyMs
  while (!request.readableEnded) {
    const piece: Uint8Array | null = request.read()
    if (piece) {
      leftMs += piece.byteLength / BYTES_PER_MS
      yield piece
      continue
    }
    if (request.destroyed) throw new AppError('invalid_request', 'The body did not arrive completely.')
    const waitedFrom = performance.now()
    await arrival(request, Math.min(bodyIdleMs, leftMs))
    leftMs -= performance.now() - waitedFrom
  }
}

/** Waits until something can be read or nothing more will come. */
function arrival(request: IncomingMessage, ms: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onArrival = () => resolve()
  const timer = setTimeout(
    () => reject(new AppError('invalid_request', 'The body did not arrive in time.')),
    Math.max(0, ms),
  )
  for (const event of ARRIVALS) request.once(event, onArrival)
  return promise.finally(() => {
    clearTimeout(timer)
    for (const event of ARRIVALS) request.off(event, onArrival)
  })
}
