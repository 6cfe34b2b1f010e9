/** A run whose process has not renewed it for this long counts as interrupted. */
const TURN_LEASE_MS = 30_000

/** Why a turn was told to stop. */
export type StopReason = 'cancelled' | 'interrupted' | 'abandoned'

type TurnHandle = {
  readonly signal: AbortSignal
  /** Forgets the turn; must be called when it has ended, however it ended. */
  readonly end: () => void
}

/** The turns this process is answering. A thing with a lifetime: opened at start, drained at the end. */
export type TurnsInFlight = {
  /** Names this process in the leases of its runs. */
  readonly leaseOwner: string
  /** How long a run lives without being renewed. */
  readonly leaseMs: number
  /**
   * Counts one more answer of a user, until the returned function is called. Null when `limit` of them are
   * under way already.
   */
  readonly enter: (userId: string, limit: number) => (() => void) | null
  readonly begin: (turn: { readonly runId: string; readonly sessionId: string }) => TurnHandle
  /** Tells a turn of this process to stop; false when it is not one of ours. */
  readonly stop: (runId: string, reason: StopReason) => boolean
  /** Tells the turn of a deleted session to stop without storing anything. */
  readonly abandonSession: (sessionId: string) => void
  readonly runIds: () => readonly string[]
  /** Waits for all turns, interrupts what is left after `graceMs`, and waits for those to be stored. */
  readonly drain: (graceMs: number) => Promise<void>
}

type Turn = { readonly sessionId: string; readonly controller: AbortController }

/** Opens an empty set of turns under a lease owner that no other process has. */
export function openTurnsInFlight(leaseOwner: string, { leaseMs = TURN_LEASE_MS } = {}): TurnsInFlight {
  const turns = new Map<string, Turn>()
  const perUser = new Map<string, number>()
  const waiting = new Set<() => void>()

  return {
    leaseOwner,
    leaseMs,
    enter(userId, limit) {
      const count = perUser.get(userId) ?? 0
      if (count >= limit) return null
      perUser.set(userId, count + 1)
      return () => {
        const left = (perUser.get(userId) ?? 1) - 1
        if (left === 0) perUser.delete(userId)
        else perUser.set(userId, left)
      }
    },
    begin({ runId, sessionId }) {
      const controller = new AbortController()
      turns.set(runId, { sessionId, controller })
      const end = () => {
        turns.delete(runId)
        if (turns.size === 0) for (const wake of waiting) wake()
      }
      return { signal: controller.signal, end }
    },
    stop(runId, reason) {
      const turn = turns.get(runId)
      turn?.controller.abort(reason)
      return turn !== undefined
    },
    abandonSession(sessionId) {
      for (const turn of turns.values()) if (turn.sessionId === sessionId) turn.controller.abort('abandoned')
    },
    runIds: () => [...turns.keys()],
    async drain(graceMs) {
      if (turns.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const interrupt = setTimeout(() => {
        for (const turn of turns.values()) turn.controller.abort('interrupted')
      }, graceMs)
      await promise
      clearTimeout(interrupt)
      waiting.delete(resolve)
    },
  }
}
