import { type Address, literal, type NodeId, type ValueOf } from '@parley/ledger'
import { withoutValidator, withValidator } from '../emission/emission-state.ts'
import { addressBytes, joinBytes, nodeBytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, NodeIdField } from '../schema/fields.ts'
import { addBalance, type Draft, readDraft, writeDraft } from '../state/draft.ts'
import { userStakeKey } from '../state/ledger-tables.ts'
import { type ActionKind, balanceStateKey, userStakeStateKey } from './action.ts'
import { claimDelegation } from './claim-delegation.ts'

/** Takes an ended delegation and its rewards back. The last one of a withdrawn validator unlists it. */
export const UndelegateUserStake = closedObject({
  type: literal('undelegateUserStake'),
  nodeID: NodeIdField,
  rewardAddress: AddressField,
})
export type UndelegateUserStake = ValueOf<typeof UndelegateUserStake>

export const undelegateUserStake: ActionKind<UndelegateUserStake> = {
  typeId: 11,
  computeUnits: 1n,
  encode: ({ nodeID, rewardAddress }) => joinBytes(nodeBytes(nodeID), addressBytes(rewardAddress)),
  stateKeys: ({ nodeID, rewardAddress }, { signer }) => [
    balanceStateKey(signer, NATIVE_ASSET),
    balanceStateKey(rewardAddress, NATIVE_ASSET),
    userStakeStateKey(signer, nodeID),
  ],
  execute: ({ nodeID, rewardAddress }, draft, context) => {
    const owner = context.signer
    const stake = readDraft(draft.userStakes, userStakeKey(owner, nodeID))
    if (stake === undefined) return { failure: 'stake is missing' }
    if (context.height - 1 < stake.stakeEndBlock) return { failure: 'stake not ended' }
    const rewardAmount = claimDelegation(draft, { owner, nodeID }, context)
    if (rewardAmount === undefined) return { failure: 'stake is missing' }

    const { stakedAmount } = stake
    leaveValidator(draft, nodeID, owner)
    writeDraft(draft.userStakes, userStakeKey(owner, nodeID), undefined)
    const failure =
      addBalance(draft, { address: rewardAddress, asset: NATIVE_ASSET, amount: rewardAmount }) ??
      addBalance(draft, { address: owner, asset: NATIVE_ASSET, amount: stakedAmount })
    return failure === undefined ? { output: { stakedAmount, rewardAmount } } : { failure }
  },
}

function leaveValidator(draft: Draft, nodeID: NodeId, owner: Address): void {
  const validator = draft.emission.validators.get(nodeID)
  if (validator === undefined) return
  const delegations = new Map(validator.delegations)
  delegations.delete(owner)
  const isOver = !validator.isActive && validator.stakedAmount === 0n && delegations.size === 0
  if (!isOver) {
    draft.emission = withValidator(draft.emission, { ...validator, delegations })
    return
  }
  const unclaimed = validator.accumulatedStakedReward + validator.accumulatedDelegatedReward
  const lostAmount = draft.emission.lostAmount + unclaimed
  draft.emission = { ...withoutValidator(draft.emission, nodeID), lostAmount }
}
