import type { Genesis } from '@parley/ledger'
import { chainIdOf } from '../encoding/chain-id.ts'
import { checkGenesis } from '../genesis/read-genesis.ts'
import { blockTimeMs } from '../rules/block-time.ts'
import { BLOCK_INTERVAL_MS } from '../rules/constants.ts'
import { checkScript } from '../script/read-script.ts'
import type { Script } from '../script/script.ts'
import { buildTimeline } from '../timeline/build-timeline.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** A network: plain data, and a clock that determines its newest block. */
export type Chain = Readonly<{
  genesis: Genesis
  script: Script
  /** See chainIdOf. */
  chainId: Uint8Array
  timeline: Timeline
  /** The time of block 0, in milliseconds since 1970. */
  genesisTimeMs: number
  /** Milliseconds since 1970. It never decreases. */
  now: () => number
}>

/**
 * Creates the network of a genesis and a script. Its state at a height is a pure function of the two. There
 * is no other input and no background work, so two processes with the same files have the same state.
 * @param now the clock, in milliseconds since 1970; default the system's
 * @throws InvalidNetworkError naming the invalid field of genesis or script.
 */
export function createChain(input: { genesis: Genesis; script: Script; now?: () => number }): Chain {
  const { genesis, script, now = Date.now } = input
  checkGenesis(genesis)
  checkScript(script)
  const chainId = chainIdOf(genesis)
  const timeline = buildTimeline(genesis, script, chainId)
  return { genesis, script, chainId, timeline, genesisTimeMs: blockTimeMs(script, 0), now: steady(now) }
}

/** The height of the newest block: one every three seconds since genesis, 0 before. */
export function currentHeight({ genesisTimeMs, now }: Pick<Chain, 'genesisTimeMs' | 'now'>): number {
  return Math.max(0, Math.floor((now() - genesisTimeMs) / BLOCK_INTERVAL_MS))
}

// A clock that is set back must not delete blocks.
function steady(now: () => number): () => number {
  let latest = Number.NEGATIVE_INFINITY
  return () => {
    latest = Math.max(latest, now())
    return latest
  }
}
