import type { ChildKind } from './child-command.ts'
import type { FairSlots } from './fair-slots.ts'
import type { Child } from './start-child.ts'

type PoolOptions = {
  readonly start: (kind: ChildKind) => Child
  /** Children at work, at most as many as `maxChildren`. */
  readonly slots: FairSlots
  /** Children at work or kept for their owner; spare ones are extra. */
  readonly maxChildren: number
  readonly warm: readonly ChildKind[]
  readonly idleMs: number
}

type ChildRequest = { readonly kind: ChildKind; readonly ownerId: string; readonly signal?: AbortSignal }

/** A child for one task. The caller must release it, also when the task failed. */
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

/** A child is replaced before its limit of processor time ends its task, and in any case after this many tasks. */
const RETIRE_AFTER_BUSY_MS = 60_000
const RETIRE_AFTER_TASKS = 500

/**
 * Hands out children: an idle one of the owner first, then a spare, then a new one. A child never changes its owner. The
 * slots decide which request is served next.
 */
export class ChildPool {
  readonly #options: PoolOptions
  readonly #members = new Set<Member>()
  readonly #spares = new Map<ChildKind, Child>()
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    for (const kind of options.warm) this.#startSpare(kind)
  }

  /**
   * Waits for a slot and returns a child. Throws the errors of the slots, and a ChildStartError when the
   * system starts no process.
   */
  async acquire({ kind, ownerId, signal }: ChildRequest): Promise<Lease> {
    const endTurn = await this.#options.slots.acquire({ ownerId, kind, ...(signal && { signal }) })
    try {
      const member = this.#memberFor(kind, ownerId)
      member.isBusy = true
      clearTimeout(member.idleTimer)
      return this.#leaseOf(member, endTurn)
    } catch (error) {
      endTurn()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#options.slots.close()
    const spares = [...this.#spares.values()]
    await Promise.all([
      ...spares.map((child) => child.kill()),
      ...[...this.#members].map((it) => this.#dismiss(it)),
    ])
  }

  #memberFor(kind: ChildKind, ownerId: string): Member {
    const idle = [...this.#members].filter((member) => !member.isBusy)
    const own = idle.find((it) => it.kind === kind && it.ownerId === ownerId && it.child.isAlive())
    if (own) return own
    const [oldestIdle] = idle
    if (this.#members.size >= this.#options.maxChildren && oldestIdle) void this.#dismiss(oldestIdle)
    const spare = this.#spares.get(kind)
    this.#spares.delete(kind)
    const child = spare?.isAlive() ? spare : this.#options.start(kind)
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

  #leaseOf(member: Member, endTurn: () => void): Lease {
    const startedAt = performance.now()
    return {
      child: member.child,
      release: ({ isReusable }) => {
        member.isBusy = false
        member.taskCount++
        member.busyMs += performance.now() - startedAt
        if (isReusable && !this.#isClosed && isFresh(member)) this.#keep(member)
        else void this.#dismiss(member)
        // After the task, because starting a process would have slowed it.
        if (!this.#isClosed && this.#options.warm.includes(member.kind)) this.#startSpare(member.kind)
        endTurn()
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
    try {
      this.#spares.set(kind, this.#options.start(kind))
    } catch {
      // Without a spare the next task starts a child itself, and reports why that failed.
    }
  }
}

function isFresh(member: Member): boolean {
  return (
    member.child.isAlive() && member.busyMs < RETIRE_AFTER_BUSY_MS && member.taskCount < RETIRE_AFTER_TASKS
  )
}
