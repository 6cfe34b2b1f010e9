import type { Database } from '@parley/db'
import type { LedgerClient } from '@parley/ledger'
import type { Chain } from '@parley/ledger-node'
import { advanceLocal } from './local/advance-local.ts'
import { advanceNode } from './node/advance-node.ts'
import { reportChanges } from './report-changes.ts'

/** The origin of the blocks: a network in this process, or a remote node. */
export type LedgerOrigin =
  | { readonly kind: 'local'; readonly chain: () => Chain }
  | { readonly kind: 'node'; readonly client: LedgerClient; readonly watchedAddresses: readonly string[] }

export type FollowOptions = {
  readonly db: Database
  /** The name under which the network is stored. */
  readonly network: string
  readonly origin: LedgerOrigin
  /** Called for the first failed read, and for a later failure with another reason. Must not throw. */
  readonly onFault: (error: unknown) => void
  /** Called when a read succeeds after a failure. Must not throw. */
  readonly onRecovered: () => void
  readonly now?: () => Date
  /** The pause between two reads of a node, in milliseconds; 15 seconds by default. */
  readonly nodePauseMs?: number
}

export type Follower = {
  /** Stops following; settles when the current read has ended. */
  readonly close: () => Promise<void>
}

/** The pause between two reads of a local network, which makes a block every three seconds. */
const LOCAL_PAUSE_MS = 3000
const NODE_PAUSE_MS = 15_000
const PAUSE_AFTER_FAULT_MS = 15_000

/**
 * Copies a network into the database until it is closed. A failed read is retried after 15 seconds. Several
 * processes may follow one network: one writes at a time, and each continues where the last one stopped.
 */
export function followLedger(options: FollowOptions): Follower {
  const stop = new AbortController()
  const advance = openStep(options)
  const noteOutcome = reportChanges(options)

  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      const pauseMs = await advance().then(
        (ms) => {
          noteOutcome(null)
          return ms
        },
        (error: unknown) => {
          noteOutcome({ error })
          return PAUSE_AFTER_FAULT_MS
        },
      )
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

/** Returns a function that reads once and returns the milliseconds to wait before the next read. */
function openStep(options: FollowOptions): () => Promise<number> {
  const { db, network, origin, now = () => new Date(), nodePauseMs = NODE_PAUSE_MS } = options
  if (origin.kind === 'node') {
    return async () => {
      await advanceNode({ db, network, now, ...origin })
      return nodePauseMs
    }
  }
  let compared: Chain | null = null
  return async () => {
    const chain = origin.chain()
    const outcome = await advanceLocal({ db, network, now, chain, isCompared: compared === chain })
    compared = outcome === 'elsewhere' ? null : chain
    // No pause: the next read starts after other work of the event loop.
    return outcome === 'more' ? 0 : LOCAL_PAUSE_MS
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
