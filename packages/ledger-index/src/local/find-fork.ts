import type { LedgerBlock, LedgerHead } from '@parley/db'
import { type Chain, currentHeight, readBlocks } from '@parley/ledger-node'
import { identityOf } from './identity-of.ts'

/**
 * Returns the last height up to which the stored rows match a network: undefined when all match, -1 when none
 * do. Replaced files change the past of a local network; a clock that was set back decreases its height.
 */
export function findFork(
  head: Pick<LedgerHead, 'identity' | 'height'>,
  kept: readonly Pick<LedgerBlock, 'height' | 'blockId'>[],
  chain: Chain,
): bigint | undefined {
  if (head.identity !== identityOf(chain)) return -1n
  const newest = BigInt(currentHeight(chain))
  const now = blockIds(chain, head.height)
  const before = new Map(kept.map(({ height, blockId }) => [height, blockId]))
  const heights = [...new Set([...now.keys(), ...before.keys()])].sort((left, right) =>
    left < right ? -1 : 1,
  )
  const wrong = heights.find((height) => now.get(height) !== before.get(height))
  const isAhead = head.height > newest
  if (wrong === undefined) return isAhead ? newest : undefined
  return isAhead && newest < wrong - 1n ? newest : wrong - 1n
}

/**
 * Returns the ids of a network's stored blocks up to a height. Blocks that only end an epoch are not stored.
 */
function blockIds(chain: Chain, upTo: bigint): Map<bigint, string> {
  const ids = new Map<bigint, string>()
  for (const { height, transactions, stakeEvents } of chain.timeline.checkpoints) {
    if (BigInt(height) > upTo) break
    if (transactions.length === 0 && stakeEvents.length === 0) continue
    for (const block of readBlocks(chain, height, height)) ids.set(BigInt(height), block.readId())
  }
  return ids
}
