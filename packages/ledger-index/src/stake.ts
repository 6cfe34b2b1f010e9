import type { LedgerStakeVersion } from '@parley/db'

/** The active stake of a validator in a block. */
export type Stake = Pick<LedgerStakeVersion, 'isActive' | 'stakedAmount' | 'delegatedAmount' | 'feeRate'>

/** The stake of an inactive validator. */
export const NO_STAKE: Stake = { isActive: false, stakedAmount: 0n, delegatedAmount: 0n, feeRate: 0 }

/** Whether two stakes are the same. */
export function isSameStake(left: Stake, right: Stake): boolean {
  return (
    left.isActive === right.isActive &&
    left.stakedAmount === right.stakedAmount &&
    left.delegatedAmount === right.delegatedAmount &&
    left.feeRate === right.feeRate
  )
}
