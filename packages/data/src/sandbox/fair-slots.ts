import { AppError } from '@parley/errors'

type FairSlotsOptions = {
  readonly slots: number
  /** Slots that one owner may hold at once. */
  readonly slotsPerOwner: number
  /** Requests of one owner that may wait at once. */
  readonly waitingPerOwner: number
  /** How long a request waits at most, in milliseconds. */
  readonly waitMs: number
  /** The purpose of the slots in error sentences: "queries and charts". */
  readonly work: string
}

type SlotRequest = { readonly ownerId: string; readonly signal?: AbortSignal }

type Waiter = {
  /** Start tag; see `FairSlots`. */
  readonly tag: number
  readonly admit: () => void
  readonly refuse: (error: unknown) => void
}

type Lane = { held: number; lastTag: number; readonly waiting: Waiter[] }

/** Requests that wait at once, of all owners. */
const MAX_WAITING = 2000

/**
 * Limits how much is at work at once and shares it fairly between owners, by two rules. An owner gets another slot only
 * while it holds fewer than are free: one owner takes at most half, two owners a third each, so a newcomer finds a free
 * slot (dynamic thresholds, Choudhury and Hahne, 1998). Freed slots are granted in the order of start tags, not of
 * arrival: the second waiting request of an owner is served after the first one of every other (start-time fair queueing,
 * Goyal, Vin and Cheng, 1996).
 */
export class FairSlots {
  readonly #options: FairSlotsOptions
  readonly #lanes = new Map<string, Lane>()
  #free: number
  #virtualTime = 0
  #waitingCount = 0
  #isClosed = false

  constructor(options: FairSlotsOptions) {
    this.#options = options
    this.#free = options.slots
  }

  /**
   * Waits for a slot. Returns the function that gives the slot back. Throws an AppError `rate_limited` when the owner
   * has too many requests waiting, `unavailable` when no slot becomes free in time or the slots are closed, and the
   * signal's reason when it aborts.
   */
  async acquire({ ownerId, signal }: SlotRequest): Promise<() => void> {
    if (this.#isClosed) throw closedError()
    signal?.throwIfAborted()
    if (this.#waitingCount >= MAX_WAITING) throw busyError(this.#options.work)
    // A newcomer's tag lies before the next one of every owner that was just served.
    const lane = this.#lanes.get(ownerId) ?? { held: 0, lastTag: this.#virtualTime - 1, waiting: [] }
    if (lane.waiting.length >= this.#options.waitingPerOwner) throw shareError(this.#options)
    this.#lanes.set(ownerId, lane)
    try {
      await this.#wait(lane, signal)
    } catch (error) {
      this.#dropIfEmpty(ownerId, lane)
      throw error
    }
    return () => {
      lane.held--
      this.#free++
      this.#dropIfEmpty(ownerId, lane)
      this.#grantFreeSlots()
    }
  }

  /** Refuses every request that waits, and every later one. */
  close(): void {
    this.#isClosed = true
    for (const { waiting } of this.#lanes.values())
      for (const waiter of [...waiting]) waiter.refuse(closedError())
  }

  #wait(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    lane.lastTag = Math.max(this.#virtualTime, lane.lastTag + 1)
    const refuse = (error: unknown) => {
      const index = lane.waiting.indexOf(waiter)
      if (index >= 0) lane.waiting.splice(index, 1)
      reject(error)
    }
    const waiter: Waiter = { tag: lane.lastTag, admit: resolve, refuse }
    const timer = setTimeout(() => refuse(busyError(this.#options.work)), this.#options.waitMs)
    const onAbort = () => refuse(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    lane.waiting.push(waiter)
    this.#waitingCount++
    this.#grantFreeSlots()
    return promise.finally(() => {
      this.#waitingCount--
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  #grantFreeSlots(): void {
    for (;;) {
      const next = this.#nextLane()
      const waiter = next?.waiting.shift()
      if (!next || !waiter) return
      next.held++
      this.#free--
      this.#virtualTime = Math.max(this.#virtualTime, waiter.tag)
      waiter.admit()
    }
  }

  /** The lane whose first waiting request has the smallest tag, among the owners that may hold another slot. */
  #nextLane(): Lane | null {
    let best: { lane: Lane; tag: number } | null = null
    for (const lane of this.#lanes.values()) {
      const tag = lane.waiting[0]?.tag
      const mayHold = lane.held < Math.min(this.#options.slotsPerOwner, this.#free)
      if (tag !== undefined && mayHold && (best === null || tag < best.tag)) best = { lane, tag }
    }
    return best?.lane ?? null
  }

  #dropIfEmpty(ownerId: string, lane: Lane): void {
    if (lane.held === 0 && lane.waiting.length === 0) this.#lanes.delete(ownerId)
  }
}

function shareError({ waitingPerOwner, work }: FairSlotsOptions): AppError {
  const message = `You have ${waitingPerOwner} ${work} waiting; wait for one of them to finish and try again.`
  return new AppError('rate_limited', message, { isRetryable: true, retryAfterSeconds: 5 })
}

function busyError(work: string): AppError {
  const message = `Too many ${work} are running; try again in a few seconds.`
  return new AppError('unavailable', message, { isRetryable: true, retryAfterSeconds: 5 })
}

function closedError(): AppError {
  const message = 'The service is shutting down; try again in a few seconds.'
  return new AppError('unavailable', message, { isRetryable: true, retryAfterSeconds: 5 })
}
