import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@parley/contract'
import { NO_PLACE, type OpenEntry, OpenList } from '@parley/domain'

/** Maximum bytes of small bodies in memory, over all requests. */
const BUFFERED_BYTES = 256 * LIMITS.bodyBytes
/** Bytes credited to every body, so that a body that has just begun is not the slowest. */
const HEAD_START_BYTES = 64 * 1024
/** The fraction of the usual timeouts for a body while many other bodies are arriving. */
const PRESSED_PATIENCE = 0.2

type Arriving = OpenEntry & {
  readonly request: IncomingMessage
  readonly clientAddress: string
  readonly since: number
  bytes: number
}

/** Bodies that have not arrived yet. It lives as long as the shell. */
export type ArrivingBodies = {
  /** Follows the body of a request until it has arrived or the returned entry is deleted. */
  readonly add: (request: IncomingMessage, clientAddress: string) => Arriving
  readonly delete: (entry: Arriving) => void
  /** Counts bytes that have arrived. */
  readonly addBytes: (entry: Arriving, bytes: number) => void
  /** The fraction of the usual timeouts for a slow body: 1, or less while many bodies are arriving. */
  readonly patience: () => number
  readonly count: () => number
}

/**
 * Creates an empty list of at most `limit` bodies. Above that number, or above the byte limit of all buffers,
 * it closes the connection of the slowest body of the client address that sends the most bodies.
 */
export function createArrivingBodies(limit: number): ArrivingBodies {
  const arriving = new OpenList<Arriving>()
  let bufferedBytes = 0

  function forget(entry: Arriving): void {
    if (arriving.delete(entry)) bufferedBytes -= entry.bytes
  }

  function dropSlowest(): void {
    const slowest = findSlowest(arriving)
    if (!slowest) return
    forget(slowest)
    slowest.request.destroy()
  }

  return {
    add(request, clientAddress) {
      if (arriving.size >= limit) dropSlowest()
      const since = performance.now()
      const entry: Arriving = { request, clientAddress, since, bytes: 0, place: NO_PLACE }
      arriving.add(entry)
      request.once('end', () => forget(entry))
      return entry
    },
    delete: forget,
    addBytes(entry, bytes) {
      if (!arriving.has(entry)) return
      // A larger body is an upload, which is written to disk.
      const counted = Math.min(bytes, LIMITS.bodyBytes - entry.bytes)
      entry.bytes += counted
      bufferedBytes += counted
      while (bufferedBytes > BUFFERED_BYTES) dropSlowest()
    },
    patience: () => (arriving.size > limit / 2 ? PRESSED_PATIENCE : 1),
    count: () => arriving.size,
  }
}

/** The body with the lowest rate among those of the client address that has the most bodies arriving. */
function findSlowest(arriving: Iterable<Arriving>): Arriving | undefined {
  const now = performance.now()
  const rate = ({ bytes, since }: Arriving) => (bytes + HEAD_START_BYTES) / Math.max(1, now - since)
  const counts = new Map<string, number>()
  for (const { clientAddress } of arriving) counts.set(clientAddress, (counts.get(clientAddress) ?? 0) + 1)
  let slowest: Arriving | undefined
  let most = 0
  for (const entry of arriving) {
    const count = counts.get(entry.clientAddress) ?? 0
    if (count < most) continue
    if (count > most || !slowest || rate(entry) < rate(slowest)) slowest = entry
    most = count
  }
  return slowest
}
