import { AppError } from '@parley/errors'

type FairSlotsOptions = {
  readonly slots: number
  /** Slots that one owner may hold at once. */
  readonly slotsPerOwner: number
  /** Fewer slots that one owner may hold at once for these kinds of work. */
  readonly slotsPerKind?: Readonly<Record<string, number>>
  /** Requests of one owner that may wait at once. */
  readonly waitingPerOwner: number
  /** How long a request waits at most, in milliseconds. */
  readonly waitMs: number
  /** The purpose of the slots in error sentences: "queries and charts". */
  readonly work: string
}

type SlotRequest = { readonly ownerId: string; readonly kind?: string; readonly signal?: AbortSignal }

type Waiter = {
  readonly kind: string
  /** Start tag; see `FairSlots`. */
  readonly tag: number
  readonly admit: () => void
  readonly refuse: (error: unknown) => void
}

type Lane = { readonly held: string[]; lastTag: number; readonly waiting: Waiter[] }

/** Requests that wait at once, of all owners. */
const MAX_WAITING = 2000

/**
 * Limits how much is at work at once and shares it fairly between owners, by two rules. An owner gets another slot only
 * while it holds fewer than are free: one owner takes at most half, two owners a third each, so a newcomer finds a free
 * slot (dynamic thresholds, Choudhury and Hahne, 1998). Freed slots are granted in the order of start tags, not of
 * arrival: the second waiting request of an owner is served after the first one of every other (start-time fair queueing,
 * Goyal, Vin and Cheng, 1996). A request that waits for its kind holds up no other kind of its owner.
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
  async acquire({ ownerId, kind = '', signal }: SlotRequest): Promise<() => void> {
    if (this.#isClosed) throw closedError()
    signal?.throwIfAborted()
    if (this.#waitingCount >= MAX_WAITING) throw busyError(this.#options.work)
    // A newcomer's tag lies before the next one of every owner that was just served.
    const lane = this.#lanes.get(ownerId) ?? { held: [], lastTag: this.#virtualTime - 1, waiting: [] }
    if (lane.waiting.length >= this.#options.waitingPerOwner) throw shareError(this.#options)
    this.#lanes.set(ownerId, lane)
    try {
      await this.#wait(lane, kind, signal)
    } catch (error) {
      this.#dropIfEmpty(ownerId, lane)
      throw error
    }
    return () => {
      lane.held.splice(lane.held.indexOf(kind), 1)
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

  #wait(lane: Lane, kind: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    lane.lastTag = Math.max(this.#virtualTime, lane.lastTag + 1)
    const refuse = (error: unknown) => {
      const index = lane.waiting.indexOf(waiter)
      if (index >= 0) lane.waiting.splice(index, 1)
      reject(error)
    }
    const waiter: Waiter = { kind, tag: lane.lastTag, admit: resolve, refuse }
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
      const next = this.#next()
      if (!next) return
      const { lane, waiter } = next
      lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
      lane.held.push(waiter.kind)
      this.#free--
      this.#virtualTime = Math.max(this.#virtualTime, waiter.tag)
      waiter.admit()
    }
  }

  /** The waiting request with the smallest tag among those whose owner may hold another slot for it. */
  #next(): { lane: Lane; waiter: Waiter } | null {
    let best: { lane: Lane; waiter: Waiter } | null = null
    for (const lane of this.#lanes.values()) {
      if (lane.held.length >= Math.min(this.#options.slotsPerOwner, this.#free)) continue
      const waiter = lane.waiting.find(({ kind }) => this.#mayHold(lane, kind))
      if (waiter && (best === null || waiter.tag < best.waiter.tag)) best = { lane, waiter }
    }
    return best
  }

  #mayHold({ held }: Lane, kind: string): boolean {
    const most = this.#options.slotsPerKind?.[kind] ?? Number.POSITIVE_INFINITY
    return held.filter((it) => it === kind).length < most
  }

  #dropIfEmpty(ownerId: string, lane: Lane): void {
    if (lane.held.length === 0 && lane.waiting.length === 0) this.#lanes.delete(ownerId)
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
