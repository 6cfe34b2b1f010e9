import type { Exchange } from './exchange.ts'

/** The set of open exchanges. It is emptied when the server stops. */
export type OpenExchanges = {
  /** Counts an exchange until its reply is sent or its connection is closed. */
  readonly add: (exchange: Exchange) => void
  /** Names the authenticated user of an exchange. */
  readonly setUser: (exchange: Exchange, userId: string) => void
  /** The users who have an exchange open. */
  readonly users: () => string[]
  /** Cuts the connections of the users for whom `isEnded` is true. */
  readonly endOf: (isEnded: (userId: string) => boolean) => void
  readonly count: () => number
  readonly all: () => Iterable<Exchange>
  /** Waits until no exchange is open, at most `ms`. */
  readonly emptied: (ms: number) => Promise<void>
}

/** Opens an empty set of exchanges. */
export function createOpenExchanges(): OpenExchanges {
  const open = new Set<Exchange>()
  const users = new Map<Exchange, string>()
  const waiting = new Set<() => void>()

  return {
    add(exchange) {
      open.add(exchange)
      exchange.response.once('close', () => {
        open.delete(exchange)
        users.delete(exchange)
        if (open.size === 0) for (const wake of waiting) wake()
      })
    },
    setUser(exchange, userId) {
      if (open.has(exchange)) users.set(exchange, userId)
    },
    users: () => [...new Set(users.values())],
    endOf(isEnded) {
      for (const [exchange, user] of users) if (isEnded(user)) exchange.response.destroy()
    },
    count: () => open.size,
    all: () => open,
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
