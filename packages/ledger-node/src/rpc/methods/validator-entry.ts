import { type DelegationFeePercent, feeFractionOf, type ValidatorEntry } from '@parley/ledger'
import type { StakedValidator } from '../../emission/emission-state.ts'
import type { ConsensusValidator } from '../../script/script.ts'

/**
 * An entry of the validator lists. An inactive validator has zeros, also before its stake starts. `validatorStake` shows
 * the registered stake.
 */
export function validatorEntry(
  { nodeID, publicKey }: ConsensusValidator,
  state: StakedValidator | undefined,
): ValidatorEntry {
  const active = state?.isActive ? state : undefined
  const percent = Number(active?.feePercent ?? 0n)
  return {
    isActive: active !== undefined,
    nodeID,
    publicKey,
    stakedAmount: active?.stakedAmount ?? 0n,
    accumulatedStakedReward: active?.accumulatedStakedReward ?? 0n,
    delegationFeeRate: feeFractionOf(percent as DelegationFeePercent), // a whole percentage by registration
    delegatedAmount: active?.delegatedAmount ?? 0n,
    accumulatedDelegatedReward: active?.accumulatedDelegatedReward ?? 0n,
  }
}
