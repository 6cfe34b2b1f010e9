import { literal, type ValueOf } from '@parley/ledger'
import { withValidator } from '../emission/emission-state.ts'
import { addressBytes, joinBytes, nodeBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET, STAKING } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, AmountField, HeightField, NodeIdField } from '../schema/fields.ts'
import { type Draft, readDraft, takeBalance, writeDraft } from '../state/draft.ts'
import { userStakeKey } from '../state/ledger-tables.ts'
import {
  type ActionContext,
  type ActionKind,
  balanceStateKey,
  userStakeStateKey,
  validatorStakeStateKey,
} from './action.ts'

/** Delegates the signer's native asset to a validator, within the period of that validator. */
export const DelegateUserStake = closedObject({
  type: literal('delegateUserStake'),
  nodeID: NodeIdField,
  stakeStartBlock: HeightField,
  stakeEndBlock: HeightField,
  stakedAmount: AmountField,
  rewardAddress: AddressField,
})
export type DelegateUserStake = ValueOf<typeof DelegateUserStake>

export const delegateUserStake: ActionKind<DelegateUserStake> = {
  typeId: 9,
  computeUnits: 5n,
  encode: (action) =>
    joinBytes(
      nodeBytes(action.nodeID),
      uint64Bytes(action.stakeStartBlock),
      uint64Bytes(action.stakeEndBlock),
      uint64Bytes(action.stakedAmount),
      addressBytes(action.rewardAddress),
    ),
  stateKeys: ({ nodeID }, { signer }) => [
    balanceStateKey(signer, NATIVE_ASSET),
    userStakeStateKey(signer, nodeID),
    validatorStakeStateKey(nodeID),
  ],
  execute: (action, draft, context) => {
    const period = clampPeriod(action, draft, context)
    if (typeof period === 'string') return { failure: period }
    const { nodeID, stakedAmount, rewardAddress } = action
    const { signer } = context
    const failure = takeBalance(draft, { address: signer, asset: NATIVE_ASSET, amount: stakedAmount })
    if (failure !== undefined) return { failure }

    const validator = draft.emission.validators.get(nodeID)
    if (validator === undefined) return { failure: 'validator not yet registered for staking' }
    const delegation = { stakedAmount, ...period, isActive: false, activeFromBlock: undefined }
    const delegations = new Map(validator.delegations).set(signer, delegation)
    draft.emission = withValidator(draft.emission, { ...validator, delegations })
    draft.schedule.push(
      { kind: 'delegation_start', height: period.startBlock, nodeID, owner: signer },
      { kind: 'delegation_end', height: period.endBlock, nodeID, owner: signer },
    )
    writeDraft(draft.userStakes, userStakeKey(signer, nodeID), {
      stakeStartBlock: period.startBlock,
      stakeEndBlock: period.endBlock,
      stakedAmount,
      rewardAddress,
    })
    return { output: {} }
  },
}

/** The period of the delegation within the validator's period, or the reason why there is none. */
function clampPeriod(
  { nodeID, stakeStartBlock, stakeEndBlock, stakedAmount }: DelegateUserStake,
  draft: Draft,
  { signer, height }: ActionContext,
): { startBlock: number; endBlock: number } | string {
  const stake = readDraft(draft.validatorStakes, nodeID)
  if (stake === undefined) return 'validator not yet registered for staking'
  if (readDraft(draft.userStakes, userStakeKey(signer, nodeID)) !== undefined) return 'user already staked'
  if (stakedAmount < STAKING.minDelegatedStake) return 'staked amount must be at least 25'
  if (stakeStartBlock >= stakeEndBlock) return 'invalid stake end block'
  if (stakeStartBlock < height - 1 || stakeStartBlock >= stake.stakeEndBlock)
    return 'invalid stake start block'
  return {
    startBlock: Math.max(stakeStartBlock, stake.stakeStartBlock),
    endBlock: Math.min(stakeEndBlock, stake.stakeEndBlock),
  }
}
