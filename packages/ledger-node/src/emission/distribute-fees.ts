import { smallerOf } from '../rules/smaller-of.ts'
import type { EmissionState } from './emission-state.ts'
import { splitByStake, sumOfShares } from './split-by-stake.ts'

/**
 * Distributes the fees of a block: half, rounded down, to the emission account, the rest to the active
 * validators and their delegators by stake. Not distributed: fees above the maximum supply, the rest when nothing is
 * staked, and remainders of rounding.
 */
export function distributeFees(state: EmissionState, fees: bigint): EmissionState {
  const counted = smallerOf(fees, state.maxSupply - state.totalSupply)
  const forAccount = counted / 2n
  const shares = splitByStake(state, counted - forAccount)
  const validators = new Map(state.validators)
  for (const { nodeID, staked, delegated } of shares) {
    const validator = validators.get(nodeID)
    if (validator === undefined) continue
    validators.set(nodeID, {
      ...validator,
      accumulatedStakedReward: validator.accumulatedStakedReward + staked,
      accumulatedDelegatedReward: validator.accumulatedDelegatedReward + delegated,
      unbookedDelegatedFees: validator.unbookedDelegatedFees + delegated,
    })
  }
  return {
    ...state,
    validators,
    accountReward: state.accountReward + forAccount,
    lostAmount: state.lostAmount + fees - forAccount - sumOfShares(shares),
  }
}
