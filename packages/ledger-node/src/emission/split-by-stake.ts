import type { NodeId } from '@parley/ledger'
import type { EmissionState } from './emission-state.ts'

/** One active validator's part of an amount, in the smallest unit. */
export type Share = Readonly<{
  nodeID: NodeId
  /** For the validator: its own part and its fee on the delegated part. */
  staked: bigint
  /** For its delegators together. */
  delegated: bigint
  /** The delegated stake at the time of the split. */
  delegatedAmount: bigint
}>

/**
 * Splits an amount among the active validators by their stake, each part rounded down. Of the part that
 * delegated stake earned, the validator keeps its fee rate and the delegators get the rest, rounded down.
 */
export function splitByStake(state: EmissionState, amount: bigint): Share[] {
  if (state.totalStaked === 0n) return []
  const shares: Share[] = []
  for (const { nodeID, isActive, stakedAmount, delegatedAmount, feePercent } of state.validators.values()) {
    if (!isActive) continue
    const stake = stakedAmount + delegatedAmount
    const whole = (stake * amount) / state.totalStaked
    const delegated = (whole * delegatedAmount * (100n - feePercent)) / (stake * 100n)
    shares.push({ nodeID, staked: whole - delegated, delegated, delegatedAmount })
  }
  return shares
}

/** The sum of all parts; at most the amount that was split. */
export function sumOfShares(shares: readonly Share[]): bigint {
  return shares.reduce((sum, { staked, delegated }) => sum + staked + delegated, 0n)
}
