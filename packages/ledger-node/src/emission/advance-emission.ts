import type { NodeId } from '@parley/ledger'
import { smallerOf } from '../rules/smaller-of.ts'
import type { EmissionState, StakedValidator } from './emission-state.ts'
import { rewardsPerEpoch, uncutRewardsPerEpoch } from './rewards-per-epoch.ts'
import { type Share, splitByStake, sumOfShares } from './split-by-stake.ts'

/** Consecutive epochs that minted the same amount. Epoch n is minted in block n × epoch length. */
export type EpochRun = Readonly<{
  firstEpoch: number
  lastEpoch: number
  /** The amount minted in each of these epochs, in the smallest unit. */
  minted: bigint
  /** The amounts credited to each active validator and its delegators in each of these epochs. */
  shares: readonly Share[]
  /**
   * The amount that a validator's delegators may claim for each of these epochs, if it exceeds the minted
   * amount.
   */
  bookedFees: ReadonlyMap<NodeId, bigint>
}>

/**
 * Advances emission over blocks without events except ends of epochs: after `fromHeight`, up to and including
 * `toHeight`. Between two events every epoch mints the same until the supply nears its maximum, so the work
 * grows with the number of such changes, not with the number of blocks.
 */
export function advanceEmission(
  state: EmissionState,
  { fromHeight, toHeight }: { fromHeight: number; toHeight: number },
): { state: EmissionState; runs: EpochRun[] } {
  const lastEpoch = Math.floor(toHeight / state.epochLengthBlocks)
  const runs: EpochRun[] = []
  let current = state
  let epoch = Math.floor(fromHeight / state.epochLengthBlocks) + 1
  while (epoch <= lastEpoch) {
    const run = nextRun(current, { firstEpoch: epoch, lastEpoch })
    current = mintRun(current, run)
    runs.push(run)
    epoch = run.lastEpoch + 1
  }
  return { state: current, runs }
}

function nextRun(state: EmissionState, span: { firstEpoch: number; lastEpoch: number }): EpochRun {
  const shares = splitByStake(state, rewardsPerEpoch(state))
  const minted = sumOfShares(shares)
  const bookedFees = new Map<NodeId, bigint>()
  let isOnce = false
  for (const { nodeID, delegatedAmount, unbookedDelegatedFees } of state.validators.values()) {
    if (unbookedDelegatedFees === 0n) continue
    isOnce = true
    if (delegatedAmount > 0n) bookedFees.set(nodeID, unbookedDelegatedFees)
  }
  const left = span.lastEpoch - span.firstEpoch + 1
  const count = isOnce ? 1 : equalEpochs(state, { minted, left })
  return { firstEpoch: span.firstEpoch, lastEpoch: span.firstEpoch + count - 1, minted, shares, bookedFees }
}

/** Number of the next epochs that mint the same amount as the first of them. */
function equalEpochs(state: EmissionState, { minted, left }: { minted: bigint; left: number }): number {
  if (minted === 0n) return left
  const roomAfterFirst = state.maxSupply - state.totalSupply - uncutRewardsPerEpoch(state)
  if (roomAfterFirst < 0n) return 1
  const uncut = roomAfterFirst / minted + 1n
  return Number(smallerOf(uncut, BigInt(left)))
}

function mintRun(state: EmissionState, run: EpochRun): EmissionState {
  const epochs = BigInt(run.lastEpoch - run.firstEpoch + 1)
  const shares = new Map(run.shares.map((share) => [share.nodeID, share]))
  const validators = new Map<NodeId, StakedValidator>()
  for (const [nodeID, validator] of state.validators) {
    validators.set(nodeID, credit(validator, shares.get(nodeID), epochs))
  }
  return { ...state, totalSupply: state.totalSupply + run.minted * epochs, validators }
}

function credit(validator: StakedValidator, share: Share | undefined, epochs: bigint): StakedValidator {
  if (share === undefined && validator.unbookedDelegatedFees === 0n) return validator
  const { staked, delegated } = share ?? { staked: 0n, delegated: 0n }
  return {
    ...validator,
    accumulatedStakedReward: validator.accumulatedStakedReward + staked * epochs,
    accumulatedDelegatedReward: validator.accumulatedDelegatedReward + delegated * epochs,
    unbookedDelegatedFees: 0n,
  }
}
