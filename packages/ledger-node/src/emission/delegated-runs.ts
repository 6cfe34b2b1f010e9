import type { NodeId } from '@parley/ledger'
import type { EpochRun } from './advance-emission.ts'
import type { Delegation } from './emission-state.ts'

/** Consecutive epochs in which a validator's delegators earned the same from the same stake. */
type DelegatedRun = { firstEpoch: number; lastEpoch: number; reward: bigint; delegatedAmount: bigint }

/** For each validator, the rewards of its delegators in every epoch so far. */
export type DelegatedRuns = Map<NodeId, DelegatedRun[]>

/** Adds the epochs of a run, and joins them with the last run when nothing changed. */
export function recordDelegatedRun(history: DelegatedRuns, run: EpochRun): void {
  for (const { nodeID, delegated, delegatedAmount } of run.shares) {
    if (delegatedAmount === 0n) continue
    const reward = delegated + (run.bookedFees.get(nodeID) ?? 0n)
    const runs = history.get(nodeID) ?? []
    history.set(nodeID, runs)
    const last = runs.at(-1)
    const continues =
      last !== undefined &&
      last.lastEpoch === run.firstEpoch - 1 &&
      last.reward === reward &&
      last.delegatedAmount === delegatedAmount
    if (continues) last.lastEpoch = run.lastEpoch
    else runs.push({ firstEpoch: run.firstEpoch, lastEpoch: run.lastEpoch, reward, delegatedAmount })
  }
}

/**
 * The rewards of a delegation, in the smallest unit: for every epoch minted while it was active, its share of the
 * rewards of the validator's delegators, rounded down.
 */
export function delegationReward(
  runs: readonly Readonly<DelegatedRun>[],
  { delegation, epochLengthBlocks }: { delegation: Delegation; epochLengthBlocks: number },
): bigint {
  if (delegation.activeFromBlock === undefined) return 0n
  const first = Math.ceil(delegation.activeFromBlock / epochLengthBlocks)
  const last = Math.ceil(delegation.endBlock / epochLengthBlocks) - 1
  return runs.reduce((sum, run) => {
    const epochs = Math.min(last, run.lastEpoch) - Math.max(first, run.firstEpoch) + 1
    if (epochs <= 0) return sum
    return sum + ((run.reward * delegation.stakedAmount) / run.delegatedAmount) * BigInt(epochs)
  }, 0n)
}
