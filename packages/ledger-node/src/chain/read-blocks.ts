import { sha256 } from '@noble/hashes/sha2.js'
import { decodeId, encodeId } from '@parley/ledger'
import { advanceEmission, type EpochRun } from '../emission/advance-emission.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import type { Share } from '../emission/split-by-stake.ts'
import type { StakeEvent } from '../emission/stake-events.ts'
import { joinBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { blockTimeMs } from '../rules/block-time.ts'
import type { BalanceChange, Checkpoint, ExecutedTransaction } from '../timeline/timeline.ts'
import { type Chain, currentHeight } from './create-chain.ts'
import { checkpointAt, readEmission } from './read-emission.ts'

/** An epoch that ended with a block. Amounts are in the smallest unit. */
export type EndedEpoch = Readonly<{ number: number; minted: bigint; shares: readonly Share[] }>

/** A block and its changes. */
export type Block = Readonly<{
  height: number
  /** Calculates the id. Few readers want it, and it costs more than the rest of an empty block. */
  readId: () => string
  timestampMs: number
  transactions: readonly ExecutedTransaction[]
  stakeEvents: readonly StakeEvent[]
  /** The changed balances, in their state after the block. */
  balanceChanges: readonly BalanceChange[]
  epoch: EndedEpoch | undefined
  /** Emission after the block: supply, stake, and every registered validator, also the inactive ones. */
  emission: EmissionState
}>

/**
 * Yields the blocks from one height to another, inclusive, up to the newest. Empty blocks take almost no
 * time.
 */
export function* readBlocks(chain: Chain, from: number, to: number): Generator<Block, void> {
  const last = Math.min(to, currentHeight(chain))
  const { checkpoints } = chain.timeline
  let emission: EmissionState | undefined
  for (let height = Math.max(0, from); height <= last; height++) {
    const checkpoint = checkpointAt(checkpoints, height)
    if (checkpoint.height === height) {
      emission = checkpoint.emission
      yield blockOf(chain, height, { checkpoint, emission, epoch: checkpoint.epoch })
      continue
    }
    const before: EmissionState = emission ?? readEmission(chain, height - 1)
    const { state, runs } = advanceEmission(before, { fromHeight: height - 1, toHeight: height })
    emission = state
    yield blockOf(chain, height, { emission, epoch: runs[0] })
  }
}

function blockOf(
  { script, chainId }: Chain,
  height: number,
  content: { checkpoint?: Checkpoint; emission: EmissionState; epoch: EpochRun | undefined },
): Block {
  const { checkpoint, emission, epoch } = content
  const timestampMs = blockTimeMs(script, height)
  const transactions = checkpoint?.transactions ?? []
  return {
    height,
    readId: () => blockId(chainId, { height, timestampMs, transactions }),
    timestampMs,
    transactions,
    stakeEvents: checkpoint?.stakeEvents ?? [],
    balanceChanges: checkpoint?.balanceChanges ?? [],
    epoch: epoch && { number: epoch.firstEpoch, minted: epoch.minted, shares: epoch.shares },
    emission,
  }
}

/**
 * The id of a block: cb58 of the SHA-256 over chain, height, time and transactions. It does not depend on the previous
 * block, so the id of any block can be computed alone.
 */
function blockId(chainId: Uint8Array, block: Pick<Block, 'height' | 'timestampMs' | 'transactions'>): string {
  const ids = block.transactions.map(({ txId }) => decodeId(txId, 'a transaction id'))
  const bytes = joinBytes(chainId, uint64Bytes(block.height), uint64Bytes(block.timestampMs), ...ids)
  return encodeId(sha256(bytes))
}
