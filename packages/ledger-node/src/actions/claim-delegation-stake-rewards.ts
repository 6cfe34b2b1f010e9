import { literal, type ValueOf } from '@parley/ledger'
import { addressBytes, joinBytes, nodeBytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, NodeIdField } from '../schema/fields.ts'
import { addBalance, readDraft } from '../state/draft.ts'
import { userStakeKey } from '../state/ledger-tables.ts'
import { type ActionKind, balanceStateKey, userStakeStateKey } from './action.ts'
import { claimDelegation } from './claim-delegation.ts'

/** Pays a delegation's rewards to its reward address, which signs, at any time after its start. */
export const ClaimDelegationStakeRewards = closedObject({
  type: literal('claimDelegationStakeRewards'),
  nodeID: NodeIdField,
  /** The address that delegated. */
  userStakeAddress: AddressField,
})
export type ClaimDelegationStakeRewards = ValueOf<typeof ClaimDelegationStakeRewards>

export const claimDelegationStakeRewards: ActionKind<ClaimDelegationStakeRewards> = {
  typeId: 10,
  computeUnits: 2n,
  encode: ({ nodeID, userStakeAddress }) => joinBytes(nodeBytes(nodeID), addressBytes(userStakeAddress)),
  stateKeys: ({ nodeID }, { signer }) => [
    balanceStateKey(signer, NATIVE_ASSET),
    userStakeStateKey(signer, nodeID),
  ],
  execute: ({ nodeID, userStakeAddress: owner }, draft, context) => {
    const { signer, height } = context
    const stake = readDraft(draft.userStakes, userStakeKey(owner, nodeID))
    if (stake === undefined) return { failure: 'stake is missing' }
    if (stake.rewardAddress !== signer) return { failure: 'unauthorized' }
    if (height - 1 < stake.stakeStartBlock) return { failure: 'stake not started' }
    const rewardAmount = claimDelegation(draft, { owner, nodeID }, context)
    if (rewardAmount === undefined) return { failure: 'stake is missing' }
    const failure = addBalance(draft, { address: signer, asset: NATIVE_ASSET, amount: rewardAmount })
    return failure === undefined ? { output: { rewardAmount } } : { failure }
  },
}
