import type { ValueOf } from '@parley/ledger'
import { variants } from '../schema/variants.ts'
import type { ActionKind } from './action.ts'
import { BurnAsset, burnAsset } from './burn-asset.ts'
import { ClaimDelegationStakeRewards, claimDelegationStakeRewards } from './claim-delegation-stake-rewards.ts'
import { ClaimValidatorStakeRewards, claimValidatorStakeRewards } from './claim-validator-stake-rewards.ts'
import { CreateAsset, createAsset } from './create-asset.ts'
import { DelegateUserStake, delegateUserStake } from './delegate-user-stake.ts'
import { MintAsset, mintAsset } from './mint-asset.ts'
import { RegisterValidatorStake, registerValidatorStake } from './register-validator-stake.ts'
import { Transfer, transfer } from './transfer.ts'
import { UndelegateUserStake, undelegateUserStake } from './undelegate-user-stake.ts'
import { WithdrawValidatorStake, withdrawValidatorStake } from './withdraw-validator-stake.ts'

/** Everything a transaction can do. Amounts are in smallest units, blocks are heights. */
export const Action = variants('type', {
  transfer: Transfer,
  createAsset: CreateAsset,
  mintAsset: MintAsset,
  burnAsset: BurnAsset,
  registerValidatorStake: RegisterValidatorStake,
  withdrawValidatorStake: WithdrawValidatorStake,
  claimValidatorStakeRewards: ClaimValidatorStakeRewards,
  delegateUserStake: DelegateUserStake,
  undelegateUserStake: UndelegateUserStake,
  claimDelegationStakeRewards: ClaimDelegationStakeRewards,
})
export type Action = ValueOf<typeof Action>

const ACTION_KINDS: { [Type in Action['type']]: ActionKind<Extract<Action, { type: Type }>> } = {
  transfer,
  createAsset,
  mintAsset,
  burnAsset,
  registerValidatorStake,
  withdrawValidatorStake,
  claimValidatorStakeRewards,
  delegateUserStake,
  undelegateUserStake,
  claimDelegationStakeRewards,
}

/** The kind of an action: its size, cost and effect. */
export function kindOf(action: Action): ActionKind<Action> {
  // The table pairs every type with its own kind, which the compiler cannot follow through an index.
  return ACTION_KINDS[action.type] as ActionKind<Action>
}
