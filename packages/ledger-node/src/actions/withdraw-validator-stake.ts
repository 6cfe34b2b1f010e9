import { literal, type ValueOf } from '@parley/ledger'
import { withValidator } from '../emission/emission-state.ts'
import { addressBytes, joinBytes, nodeBytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, NodeIdField } from '../schema/fields.ts'
import { addBalance, readDraft, writeDraft } from '../state/draft.ts'
import { type ActionKind, balanceStateKey, validatorStakeStateKey } from './action.ts'

/** Takes an ended stake and its rewards back. The validator stays listed until its last delegator leaves. */
export const WithdrawValidatorStake = closedObject({
  type: literal('withdrawValidatorStake'),
  nodeID: NodeIdField,
  rewardAddress: AddressField,
})
export type WithdrawValidatorStake = ValueOf<typeof WithdrawValidatorStake>

export const withdrawValidatorStake: ActionKind<WithdrawValidatorStake> = {
  typeId: 8,
  computeUnits: 1n,
  encode: ({ nodeID, rewardAddress }) => joinBytes(nodeBytes(nodeID), addressBytes(rewardAddress)),
  stateKeys: ({ nodeID, rewardAddress }, { signer }) => [
    balanceStateKey(signer, NATIVE_ASSET),
    balanceStateKey(rewardAddress, NATIVE_ASSET),
    validatorStakeStateKey(nodeID),
  ],
  execute: ({ nodeID, rewardAddress }, draft, { signer, height }) => {
    const stake = readDraft(draft.validatorStakes, nodeID)
    const validator = draft.emission.validators.get(nodeID)
    if (stake === undefined || validator === undefined) return { failure: 'not a validator' }
    if (stake.ownerAddress !== signer) return { failure: 'unauthorized' }
    if (height - 1 < stake.stakeEndBlock) return { failure: 'stake not ended' }

    const { stakedAmount } = stake
    const rewardAmount = validator.accumulatedStakedReward
    const left = { ...validator, isActive: false, stakedAmount: 0n, accumulatedStakedReward: 0n }
    draft.emission = withValidator(draft.emission, left)
    writeDraft(draft.validatorStakes, nodeID, undefined)
    const failure =
      addBalance(draft, { address: rewardAddress, asset: NATIVE_ASSET, amount: rewardAmount }) ??
      addBalance(draft, { address: signer, asset: NATIVE_ASSET, amount: stakedAmount })
    return failure === undefined ? { output: { stakedAmount, rewardAmount } } : { failure }
  },
}
