import { NO_PLACE, type OpenEntry, OpenList } from '@parley/domain'
import type { Exchange } from './exchange.ts'

/** The open exchanges. The list is emptied when the server stops. */
export type OpenExchanges = {
  /**
   * Counts an exchange until its reply is sent or its connection is closed. `setUser` names its authenticated user.
   */
  readonly add: (exchange: Exchange) => { readonly setUser: (userId: string) => void }
  /** The users who have an exchange open. */
  readonly users: () => string[]
  /** Cuts the connections of the users for whom `isEnded` is true. */
  readonly endOf: (isEnded: (userId: string) => boolean) => void
  readonly count: () => number
  readonly all: () => Exchange[]
  /** Waits until no exchange is open, at most `ms`. */
  readonly emptied: (ms: number) => Promise<void>
}

type OpenExchange = OpenEntry & { readonly exchange: Exchange; userId: string | null }

/** Opens an empty list of exchanges. */
export function createOpenExchanges(): OpenExchanges {
  const open = new OpenList<OpenExchange>()
  const waiting = new Set<() => void>()

  return {
    add(exchange) {
      const entry: OpenExchange = { exchange, userId: null, place: NO_PLACE }
      open.add(entry)
      exchange.response.once('close', () => {
        open.delete(entry)
        if (open.size === 0) for (const wake of waiting) wake()
      })
      return {
        setUser(userId) {
          entry.userId = userId
        },
      }
    },
    users: () => [...new Set([...open].map(({ userId }) => userId).filter((userId) => userId !== null))],
    endOf(isEnded) {
      for (const { exchange, userId } of open)
        if (userId !== null && isEnded(userId)) exchange.response.destroy()
    },
    count: () => open.size,
    all: () => [...open].map(({ exchange }) => exchange),
    async emptied(ms) {
      if (open.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      waiting.add(resolve)
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
  }
}
