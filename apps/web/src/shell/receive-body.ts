import type { IncomingMessage } from 'node:http'
import { AppError } from '@parley/errors'
import type { Ticket } from './admission.ts'
import { SHELL_TIMES, type ShellTimes } from './shell-times.ts'

/** Each byte of a large body extends its timeout; the slowest accepted rate is 64 KB a second. */
const BYTES_PER_MS = 64

const ARRIVALS = ['readable', 'end', 'close', 'error'] as const

type Options = {
  readonly times?: Pick<ShellTimes, 'bodyIdleMs' | 'bodyMs'>
  /** Takes the slot of the request when the body is complete. */
  readonly ticket?: Pick<Ticket, 'addBytes' | 'patience' | 'takeSlot'>
}

/**
 * Yields the body as it arrives. Throws `invalid_request` when the client stalls, sends too slowly or
 * disconnects. Throws what the ticket throws when the body is complete and no slot is available. A reader
 * that stops early leaves the connection open, so that a refusal can be sent over it.
 */
export async function* receiveBody(
  request: IncomingMessage,
  { times = SHELL_TIMES, ticket }: Options = {},
): AsyncGenerator<Uint8Array, void, void> {
  let leftMs = times.bodyMs
  while (!request.readableEnded) {
    const piece: Uint8Array | null = request.read()
    if (piece) {
      leftMs += piece.byteLength / BYTES_PER_MS
      ticket?.addBytes(piece.byteLength)
      yield piece
      continue
    }
    // The whole body was there at once; its end is announced in a later turn.
    if (request.complete && request.readableLength === 0) break
    if (request.destroyed) throw new AppError('invalid_request', 'The body did not arrive completely.')
    const waitedFrom = performance.now()
    await arrival(request, Math.min(times.bodyIdleMs, leftMs) * (ticket?.patience() ?? 1))
    leftMs -= performance.now() - waitedFrom
  }
  ticket?.takeSlot()
}

/** Waits until more data can be read or the stream has ended. */
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
