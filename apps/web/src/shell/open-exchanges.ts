import type { Exchange } from './exchange.ts'

/** The set of open exchanges. It is emptied when the server stops. */
export type OpenExchanges = {
  /** Counts an exchange until its reply is sent or its connection is closed. */
  readonly add: (exchange: Exchange) => void
  readonly count: () => number
  readonly all: () => Iterable<Exchange>
  /** Waits until no exchange is open, at most `ms`. */
  readonly emptied: (ms: number) => Promise<void>
}

/** Opens an empty set of exchanges. */
export function createOpenExchanges(): OpenExchanges {
  const open = new Set<Exchange>()
  const waiting = new Set<() => void>()

  return {
    add(exchange) {
      open.add(exchange)
      exchange.response.once('close', () => {
        open.delete(exchange)
        if (open.size === 0) for (const wake of waiting) wake()
      })
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
