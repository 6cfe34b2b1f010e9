import { NO_PLACE, type OpenEntry, OpenList } from '@parley/domain'

/** A run whose process has not renewed it for this long counts as interrupted. */
const TURN_LEASE_MS = 30_000

/** The reason why a turn was stopped. */
export type StopReason = 'cancelled' | 'interrupted' | 'abandoned'

/** Maximum answers under way at once. */
export type TurnLimits = {
  /** In one process. */
  readonly turns: number
  /** How many of these one user may have; fewer while other users need them. */
  readonly turnsPerUser: number
}

/** `left` is how many more answers the user may start. `count` is how many of the user's answers are under way. */
type TurnEntry =
  | { readonly kind: 'entered'; readonly left: number; readonly leave: () => void }
  | { readonly kind: 'full' }
  | { readonly kind: 'share_taken'; readonly count: number }

type TurnHandle = {
  readonly signal: AbortSignal
  /** Removes the turn. Must be called when it has ended, also after an error. */
  readonly end: () => void
}

/** The turns that this process is answering. It is opened at start and drained at the end. */
export type TurnsInFlight = {
  /** Identifies this process in the leases of its runs. */
  readonly leaseOwner: string
  /** Milliseconds that a run lives without being renewed. */
  readonly leaseMs: number
  /**
   * Counts one more answer of a user until `leave` is called. A user may start another answer only while fewer of the
   * user's answers are under way than this process has room for. One user takes at most half, two users a third each.
   * The first answer of another user always finds room (dynamic thresholds, Choudhury and Hahne, 1998).
   */
  readonly enter: (userId: string, limits: TurnLimits) => TurnEntry
  /** The start of the oldest answer under way, in milliseconds since 1970. Null when there is none. */
  readonly oldestEnteredAt: () => number | null
  readonly begin: (turn: { readonly runId: string; readonly sessionId: string }) => TurnHandle
  /** Stops a turn of this process. Returns false when this process does not answer it. */
  readonly stop: (runId: string, reason: StopReason) => boolean
  /** Stops the turn of a deleted session without storing anything. */
  readonly abandonSession: (sessionId: string) => void
  readonly runIds: () => readonly string[]
  /** Waits for all turns, interrupts those left after `graceMs`, and waits until they are stored. */
  readonly drain: (graceMs: number) => Promise<void>
}

type Turn = OpenEntry & {
  readonly runId: string
  readonly sessionId: string
  readonly controller: AbortController
}

/** Opens an empty set of turns, with a unique lease owner for this process. */
export function openTurnsInFlight(leaseOwner: string, { leaseMs = TURN_LEASE_MS } = {}): TurnsInFlight {
  const turns = new OpenList<Turn>()
  const perUser = new Map<string, number>()
  const entered = new OpenList<OpenEntry & { readonly sinceMs: number }>()
  const waiting = new Set<() => void>()

  return {
    leaseOwner,
    leaseMs,
    enter(userId, limits) {
      const count = perUser.get(userId) ?? 0
      const free = limits.turns - entered.size
      if (free <= 0) return { kind: 'full' }
      const left = Math.min(limits.turnsPerUser, free) - count - 1
      if (left < 0) return { kind: 'share_taken', count }
      perUser.set(userId, count + 1)
      const entry = { sinceMs: Date.now(), place: NO_PLACE }
      entered.add(entry)
      const leave = () => {
        entered.delete(entry)
        const left = (perUser.get(userId) ?? 1) - 1
        if (left === 0) perUser.delete(userId)
        else perUser.set(userId, left)
      }
      return { kind: 'entered', left, leave }
    },
    oldestEnteredAt: () =>
      entered.size === 0 ? null : Math.min(...[...entered].map(({ sinceMs }) => sinceMs)),
    begin({ runId, sessionId }) {
      const controller = new AbortController()
      const turn = { runId, sessionId, controller, place: NO_PLACE }
      turns.add(turn)
      const end = () => {
        turns.delete(turn)
        if (turns.size === 0) for (const wake of waiting) wake()
      }
      return { signal: controller.signal, end }
    },
    stop(runId, reason) {
      const turn = [...turns].find((it) => it.runId === runId)
      turn?.controller.abort(reason)
      return turn !== undefined
    },
    abandonSession(sessionId) {
      for (const turn of turns) if (turn.sessionId === sessionId) turn.controller.abort('abandoned')
    },
    runIds: () => [...turns].map(({ runId }) => runId),
    async drain(graceMs) {
      if (turns.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const interrupt = setTimeout(() => {
        for (const { controller } of turns) controller.abort('interrupted')
      }, graceMs)
      await promise
      clearTimeout(interrupt)
      waiting.delete(resolve)
    },
  }
}
