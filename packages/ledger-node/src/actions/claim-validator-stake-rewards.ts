import { literal, type ValueOf } from '@parley/ledger'
import { withValidator } from '../emission/emission-state.ts'
import { nodeBytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { NodeIdField } from '../schema/fields.ts'
import { addBalance, readDraft } from '../state/draft.ts'
import { type ActionKind, balanceStateKey, validatorStakeStateKey } from './action.ts'

/** Pays a validator's rewards to its reward address, which signs, once the stake has ended. */
export const ClaimValidatorStakeRewards = closedObject({
  type: literal('claimValidatorStakeRewards'),
  nodeID: NodeIdField,
})
export type ClaimValidatorStakeRewards = ValueOf<typeof ClaimValidatorStakeRewards>

export const claimValidatorStakeRewards: ActionKind<ClaimValidatorStakeRewards> = {
  typeId: 7,
  computeUnits: 2n,
  encode: ({ nodeID }) => nodeBytes(nodeID),
  stateKeys: ({ nodeID }, { signer }) => [
    balanceStateKey(signer, NATIVE_ASSET),
    validatorStakeStateKey(nodeID),
  ],
  execute: ({ nodeID }, draft, { signer, height }) => {
    const stake = readDraft(draft.validatorStakes, nodeID)
    const validator = draft.emission.validators.get(nodeID)
    if (stake === undefined || validator === undefined) return { failure: 'stake is missing' }
    if (stake.rewardAddress !== signer) return { failure: 'unauthorized' }
    if (height - 1 < stake.stakeEndBlock) return { failure: 'stake not ended' }

    const rewardAmount = validator.accumulatedStakedReward
    draft.emission = withValidator(draft.emission, { ...validator, accumulatedStakedReward: 0n })
    const failure = addBalance(draft, { address: signer, asset: NATIVE_ASSET, amount: rewardAmount })
    return failure === undefined ? { output: { rewardAmount } } : { failure }
  },
}
