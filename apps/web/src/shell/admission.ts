import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '@parley/errors'
import { createArrivingBodies } from './arriving-bodies.ts'

/**
 * The share of a client address or a user: it may hold this many slots for every slot that is free. One client alone
 * gets three quarters, and any number of greedy clients leaves some slots free (dynamic threshold, Choudhury and
 * Hahne 1998).
 */
const SLOTS_PER_FREE_SLOT = 3

/** Maximum number of arriving bodies for each slot. */
const BODIES_PER_SLOT = 2

/** The resources of one request. It lives as long as the request. */
export type Ticket = {
  /**
   * Takes a slot for the work of the request; does nothing when it holds one already. Throws `unavailable` when all
   * slots are taken, `rate_limited` when the client or the user holds its share of them.
   */
  readonly takeSlot: () => void
  /** Names the authenticated user, so that the slot counts against this user's share too. Throws like `takeSlot`. */
  readonly setUser: (userId: string) => void
  /** Counts bytes of the body that have arrived. */
  readonly addBytes: (bytes: number) => void
  /** The fraction of the usual timeouts for a slow body: 1, or less while many bodies are arriving. */
  readonly patience: () => number
  /** Releases everything that the request holds. */
  readonly close: () => void
}

/** Shares the service among the requests of all clients. It lives as long as the shell. */
export type Admission = {
  /**
   * Opens the ticket of a request. A request without a body takes its slot at once, others when the body has
   * arrived. Throws like `takeSlot` when no slot is available.
   */
  readonly open: (request: IncomingMessage, clientAddress: string) => Ticket
  readonly slotCount: () => number
  /** Requests whose body is still arriving; they hold no slot. */
  readonly arrivingCount: () => number
}

/** Creates the admission of a service that works on at most `limit` requests at once. */
export function createAdmission(limit: number): Admission {
  const slots = createSlots(limit)
  const bodies = createArrivingBodies(BODIES_PER_SLOT * limit)
  return {
    slotCount: slots.count,
    arrivingCount: bodies.count,
    open(request, clientAddress) {
      slots.require(clientAddress, null)
      const arriving = hasBody(request) ? bodies.add(request, clientAddress) : null
      let user: string | null = null
      let release: (() => void) | null = null
      let isClosed = false
      const takeSlot = () => {
        // Work that continues after its client has disconnected holds no slot.
        if (!isClosed) release ??= slots.take(clientAddress, user)
      }
      if (!arriving) takeSlot()
      return {
        takeSlot,
        setUser(userId) {
          if (user !== null) return
          user = userId
          if (!release) return
          release()
          release = null
          takeSlot()
        },
        addBytes: (bytes) => arriving && bodies.addBytes(arriving, bytes),
        patience: bodies.patience,
        close() {
          isClosed = true
          if (arriving) bodies.delete(arriving)
          release?.()
          release = null
        },
      }
    },
  }
}

/** Whether a request announces a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The slots with their holders. `take` returns the function that releases the slot. */
function createSlots(limit: number) {
  const byAddress = new Map<string, number>()
  const byUser = new Map<string, number>()
  let total = 0

  function require(clientAddress: string, userId: string | null): void {
    const free = limit - total
    if (free <= 0) throw busy('unavailable', 'The service is busy; try again shortly.')
    const share = SLOTS_PER_FREE_SLOT * free
    if ((byAddress.get(clientAddress) ?? 0) >= share)
      throw busy(
        'rate_limited',
        'Too many requests from your address are under way; wait for some to finish.',
      )
    if (userId !== null && (byUser.get(userId) ?? 0) >= share)
      throw busy('rate_limited', 'Too many of your requests are under way; wait for some to finish.')
  }

  function change(clientAddress: string, userId: string | null, by: 1 | -1): void {
    total += by
    add(byAddress, clientAddress, by)
    if (userId !== null) add(byUser, userId, by)
  }

  return {
    count: () => total,
    require,
    take(clientAddress: string, userId: string | null): () => void {
      require(clientAddress, userId)
      change(clientAddress, userId, 1)
      return () => change(clientAddress, userId, -1)
    },
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

function busy(code: 'unavailable' | 'rate_limited', sentence: string): AppError {
  // Random, so that refused clients do not all retry at the same time.
  return new AppError(code, sentence, { retryAfterSeconds: randomInt(1, 4) })
}
