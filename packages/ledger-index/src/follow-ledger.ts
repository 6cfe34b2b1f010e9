import type { Database } from '@parley/db'
import type { LedgerClient } from '@parley/ledger'
import type { Chain } from '@parley/ledger-node'
import { advanceLocal } from './local/advance-local.ts'
import { advanceNode } from './node/advance-node.ts'

/** Where blocks come from: a network in this process, or a node that is asked. */
export type LedgerOrigin =
  | { readonly kind: 'local'; readonly chain: () => Chain }
  | { readonly kind: 'node'; readonly client: LedgerClient; readonly watchedAddresses: readonly string[] }

export type FollowOptions = {
  readonly db: Database
  /** The name under which the network is kept. */
  readonly network: string
  readonly origin: LedgerOrigin
  /** Hears of what went wrong; following goes on. Must not throw. */
  readonly onFault: (error: unknown) => void
  readonly now?: () => Date
}

export type Follower = {
  /** Stops following; settles when nothing of it is under way any more. */
  readonly close: () => Promise<void>
}

/** A local network is followed block by block, a node is looked at this often. */
const PAUSES_MS = { local: 3000, node: 15_000 } as const
const PAUSE_AFTER_FAULT_MS = 15_000

/**
 * Follows a network into the database until it is closed. Of several processes one writes at a time, and each goes on
 * where the last one stopped.
 */
export function followLedger(options: FollowOptions): Follower {
  const stop = new AbortController()
  const advance = openStep(options)

  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      const pauseMs = await advance().catch((error: unknown) => {
        options.onFault(error)
        return PAUSE_AFTER_FAULT_MS
      })
      await pause(pauseMs, stop.signal)
    }
  }

  const following = follow()
  return {
    async close() {
      stop.abort()
      await following
    },
  }
}

/** One step; gives the milliseconds to the next one. */
function openStep({ db, network, origin, now = () => new Date() }: FollowOptions): () => Promise<number> {
  if (origin.kind === 'node') {
    return async () => {
      await advanceNode({ db, network, now, ...origin })
      return PAUSES_MS.node
    }
  }
  let compared: Chain | null = null
  return async () => {
    const chain = origin.chain()
    const outcome = await advanceLocal({ db, network, now, chain, isCompared: compared === chain })
    compared = outcome === 'elsewhere' ? null : chain
    // Between many blocks others get their turn too.
    return outcome === 'more' ? 0 : PAUSES_MS.local
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
