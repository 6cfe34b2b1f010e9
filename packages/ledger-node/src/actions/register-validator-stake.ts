import { sha256 } from '@noble/hashes/sha2.js'
import { type Address, decodeNodeId, encodeAddress, literal, type ValueOf } from '@parley/ledger'
import { type StakedValidator, withValidator } from '../emission/emission-state.ts'
import { addressBytes, joinBytes, prefixedBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET, NETWORK, STAKING } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, AmountField, HeightField, NodeIdField } from '../schema/fields.ts'
import { type Draft, readDraft, takeBalance, writeDraft } from '../state/draft.ts'
import { type ActionContext, type ActionKind, balanceStateKey, validatorStakeStateKey } from './action.ts'

/** Bytes of the public key and signature that prove the validator's own key. */
const PROOF_BYTES = 144
const BLS_ADDRESS_TYPE = 2

/** Stakes the signer's native asset for its own validator, from one block to another. */
export const RegisterValidatorStake = closedObject({
  type: literal('registerValidatorStake'),
  nodeID: NodeIdField,
  stakeStartBlock: HeightField,
  stakeEndBlock: HeightField,
  stakedAmount: AmountField,
  /** Percent. */
  delegationFeeRate: AmountField,
  rewardAddress: AddressField,
})
export type RegisterValidatorStake = ValueOf<typeof RegisterValidatorStake>

export const registerValidatorStake: ActionKind<RegisterValidatorStake> = {
  typeId: 6,
  computeUnits: 5n,
  encode: (action) =>
    joinBytes(
      prefixedBytes(
        joinBytes(
          decodeNodeId(action.nodeID),
          uint64Bytes(action.stakeStartBlock),
          uint64Bytes(action.stakeEndBlock),
          uint64Bytes(action.stakedAmount),
          uint64Bytes(action.delegationFeeRate),
          addressBytes(action.rewardAddress),
        ),
      ),
      prefixedBytes(new Uint8Array(PROOF_BYTES)),
    ),
  stateKeys: ({ nodeID }, { signer }) => [
    balanceStateKey(signer, NATIVE_ASSET),
    validatorStakeStateKey(nodeID),
  ],
  execute: (action, draft, context) => {
    const publicKey = context.consensusKeys.get(action.nodeID)
    if (publicKey === undefined || blsAddress(publicKey) !== context.signer)
      return { failure: 'unauthorized' }
    const failure = refuse(action, draft, context) ?? payStake(action, draft, context)
    if (failure !== undefined) return { failure }

    const { nodeID, stakeStartBlock, stakeEndBlock, stakedAmount, rewardAddress } = action
    const feePercent = action.delegationFeeRate
    draft.emission = withValidator(draft.emission, {
      ...(draft.emission.validators.get(nodeID) ?? freshValidator),
      nodeID,
      publicKey,
      stakedAmount,
      feePercent,
      startBlock: stakeStartBlock,
      endBlock: stakeEndBlock,
    })
    draft.schedule.push(
      { kind: 'validator_start', height: stakeStartBlock, nodeID },
      { kind: 'validator_end', height: stakeEndBlock, nodeID },
    )
    const record = { stakeStartBlock, stakeEndBlock, stakedAmount, feePercent, rewardAddress }
    writeDraft(draft.validatorStakes, nodeID, { ...record, ownerAddress: context.signer })
    return { output: {} }
  },
}

/** The address of a validator's own key, which alone may register its stake. */
export function blsAddress(publicKey: string): Address {
  const payload = sha256(Buffer.from(publicKey, 'base64'))
  return encodeAddress(joinBytes([BLS_ADDRESS_TYPE], payload), NETWORK.addressPrefix)
}

const freshValidator: Omit<StakedValidator, 'nodeID' | 'publicKey'> = {
  isActive: false,
  stakedAmount: 0n,
  feePercent: 0n,
  delegatedAmount: 0n,
  accumulatedStakedReward: 0n,
  accumulatedDelegatedReward: 0n,
  unbookedDelegatedFees: 0n,
  startBlock: 0,
  endBlock: 0,
  delegations: new Map(),
}

function refuse(action: RegisterValidatorStake, draft: Draft, { height }: ActionContext): string | undefined {
  const { stakeStartBlock, stakeEndBlock, stakedAmount, delegationFeeRate } = action
  if (readDraft(draft.validatorStakes, action.nodeID) !== undefined) {
    return 'validator already registered for staking'
  }
  if (stakedAmount < STAKING.minValidatorStake || stakedAmount > STAKING.maxValidatorStake) {
    return 'invalid stake amount'
  }
  if (stakeStartBlock < height - 1) return 'invalid stake start block'
  if (stakeEndBlock < stakeStartBlock) return 'invalid stake end block'
  const duration = stakeEndBlock - stakeStartBlock
  if (duration < STAKING.minDurationBlocks || duration > STAKING.maxDurationBlocks) {
    return 'invalid stake duration'
  }
  if (delegationFeeRate < STAKING.minFeePercent || delegationFeeRate > STAKING.maxFeePercent) {
    return 'delegation fee rate must be from 2 to 100'
  }
  return undefined
}

function payStake({ stakedAmount }: RegisterValidatorStake, draft: Draft, { signer }: ActionContext) {
  return takeBalance(draft, { address: signer, asset: NATIVE_ASSET, amount: stakedAmount })
}
