import { AppError } from '@parley/errors'
import type { Child, ChildKind } from './start-child.ts'

type PoolOptions = {
  readonly start: (kind: ChildKind) => Child
  readonly maxChildren: number
  readonly maxChildrenPerOwner: number
  readonly warm: readonly ChildKind[]
  readonly idleMs: number
}

type Wish = { readonly kind: ChildKind; readonly ownerId: string; readonly signal?: AbortSignal }

/** A child for one task. Must be released, whatever happened. */
type Lease = {
  readonly child: Child
  readonly release: (end: { isReusable: boolean }) => void
}

type Member = {
  readonly child: Child
  readonly kind: ChildKind
  readonly ownerId: string
  isBusy: boolean
  taskCount: number
  busyMs: number
  idleTimer: NodeJS.Timeout | undefined
}

type Waiter = Wish & { readonly admit: (member: Member) => void; readonly refuse: (error: unknown) => void }

const MAX_WAITING = 200
const WAIT_MS = 15_000
/** A child is replaced before its processor time runs out, and in any case after this many tasks. */
const RETIRE_AFTER_BUSY_MS = 60_000
const RETIRE_AFTER_TASKS = 500

/**
 * Hands out children: an owner's idle one first, then a spare, then a new one while there is room, else in
 * order of arrival. A child never changes its owner.
 */
export class ChildPool {
  readonly #options: PoolOptions
  readonly #members = new Set<Member>()
  readonly #spares = new Map<ChildKind, Child>()
  readonly #waiters: Waiter[] = []
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    for (const kind of options.warm) this.#startSpare(kind)
  }

  /** Throws an AppError `unavailable` when nothing becomes free in time, and the signal's reason when it aborts. */
  acquire(wish: Wish): Promise<Lease> {
    if (this.#isClosed) throw closedError()
    if (this.#waiters.length >= MAX_WAITING) throw busyError()
    wish.signal?.throwIfAborted()

    const { promise, resolve, reject } = Promise.withResolvers<Member>()
    const refuse = (error: unknown) => {
      this.#forget(waiter)
      reject(error)
    }
    const waiter: Waiter = { ...wish, admit: resolve, refuse }
    const timer = setTimeout(() => refuse(busyError()), WAIT_MS)
    const onAbort = () => refuse(wish.signal?.reason)
    wish.signal?.addEventListener('abort', onAbort, { once: true })
    this.#waiters.push(waiter)
    this.#serveWaiters()

    return promise
      .then((member) => this.#leaseOf(member))
      .finally(() => {
        clearTimeout(timer)
        wish.signal?.removeEventListener('abort', onAbort)
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiter of [...this.#waiters]) waiter.refuse(closedError())
    const spares = [...this.#spares.values()]
    await Promise.all([
      ...spares.map((child) => child.kill()),
      ...[...this.#members].map((it) => this.#dismiss(it)),
    ])
  }

  #serveWaiters(): void {
    for (const waiter of [...this.#waiters]) {
      const member = this.#memberFor(waiter)
      if (member === null) continue
      if (member instanceof Error) {
        waiter.refuse(member)
        continue
      }
      member.isBusy = true
      clearTimeout(member.idleTimer)
      this.#forget(waiter)
      waiter.admit(member)
    }
  }

  /** Null while there is no room; an error when no process can be started. */
  #memberFor({ kind, ownerId }: Wish): Member | AppError | null {
    const owned = [...this.#members].filter((member) => member.ownerId === ownerId)
    if (owned.filter((member) => member.isBusy).length >= this.#options.maxChildrenPerOwner) return null
    const idle = owned.find((member) => member.kind === kind && !member.isBusy && member.child.isAlive())
    if (idle) return idle
    if (this.#members.size >= this.#options.maxChildren && !this.#makeRoom()) return null

    const spare = this.#spares.get(kind)
    this.#spares.delete(kind)
    const child = spare?.isAlive() ? spare : this.#start(kind)
    if (child instanceof Error) return child
    const member: Member = {
      child,
      kind,
      ownerId,
      isBusy: false,
      taskCount: 0,
      busyMs: 0,
      idleTimer: undefined,
    }
    this.#members.add(member)
    return member
  }

  #makeRoom(): boolean {
    const oldestIdle = [...this.#members].find((member) => !member.isBusy)
    if (!oldestIdle) return false
    void this.#dismiss(oldestIdle)
    return true
  }

  #leaseOf(member: Member): Lease {
    const startedAt = performance.now()
    return {
      child: member.child,
      release: ({ isReusable }) => {
        member.isBusy = false
        member.taskCount++
        member.busyMs += performance.now() - startedAt
        if (isReusable && !this.#isClosed && isFresh(member)) this.#keep(member)
        else void this.#dismiss(member)
        // Only now: starting a process would have slowed the task.
        if (!this.#isClosed && this.#options.warm.includes(member.kind)) this.#startSpare(member.kind)
        this.#serveWaiters()
      },
    }
  }

  #keep(member: Member): void {
    member.idleTimer = setTimeout(() => void this.#dismiss(member), this.#options.idleMs)
  }

  #dismiss(member: Member): Promise<void> {
    clearTimeout(member.idleTimer)
    this.#members.delete(member)
    return member.child.kill()
  }

  #startSpare(kind: ChildKind): void {
    if (this.#spares.get(kind)?.isAlive()) return
    const child = this.#start(kind)
    // Without a spare the next task starts its own, or hears why not.
    if (!(child instanceof Error)) this.#spares.set(kind, child)
  }

  #start(kind: ChildKind): Child | AppError {
    try {
      return this.#options.start(kind)
    } catch (cause) {
      const message = 'No process could be started for this; try again in a few seconds.'
      return new AppError('unavailable', message, { isRetryable: true, retryAfterSeconds: 5, cause })
    }
  }

  #forget(waiter: Waiter): void {
    const index = this.#waiters.indexOf(waiter)
    if (index >= 0) this.#waiters.splice(index, 1)
  }
}

function isFresh(member: Member): boolean {
  return (
    member.child.isAlive() && member.busyMs < RETIRE_AFTER_BUSY_MS && member.taskCount < RETIRE_AFTER_TASKS
  )
}

function busyError(): AppError {
  return new AppError(
    'unavailable',
    'Too many queries and charts are under way; try again in a few seconds.',
    {
      isRetryable: true,
      retryAfterSeconds: 5,
    },
  )
}

function closedError(): AppError {
  return new AppError('unavailable', 'The service is shutting down.', {
    isRetryable: true,
    retryAfterSeconds: 5,
  })
}
