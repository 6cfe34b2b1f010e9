import type { Address, NodeId } from '@parley/ledger'

/** A delegation in the emission state. Heights are block heights, amounts are in the smallest unit. */
export type Delegation = Readonly<{
  stakedAmount: bigint
  startBlock: number
  endBlock: number
  isActive: boolean
  /** The block in which it became active: its start, or the block of its transaction. */
  activeFromBlock: number | undefined
}>

/** A validator that registered a stake and has not been purged. */
export type StakedValidator = Readonly<{
  nodeID: NodeId
  publicKey: string
  isActive: boolean
  stakedAmount: bigint
  feePercent: bigint
  delegatedAmount: bigint
  accumulatedStakedReward: bigint
  accumulatedDelegatedReward: bigint
  /** The delegators' share of fees since the last epoch; the next mint adds it to its epoch. */
  unbookedDelegatedFees: bigint
  startBlock: number
  endBlock: number
  delegations: ReadonlyMap<Address, Delegation>
}>

/** The state of emission after a block. Amounts are in the smallest unit. */
export type EmissionState = Readonly<{
  totalSupply: bigint
  maxSupply: bigint
  totalStaked: bigint
  /** The fees of the emission account. */
  accountReward: bigint
  /** The amount that rounding, the supply cap and purged validators left undistributed. */
  lostAmount: bigint
  epochLengthBlocks: number
  /** In the order of their ids, so that every process iterates in the same order. */
  validators: ReadonlyMap<NodeId, StakedValidator>
}>

/** The state with a validator added or replaced. */
export function withValidator(state: EmissionState, validator: StakedValidator): EmissionState {
  const isNew = !state.validators.has(validator.nodeID)
  const validators = new Map(state.validators).set(validator.nodeID, validator)
  if (!isNew) return { ...state, validators }
  const sorted = [...validators].sort(([left], [right]) => (left < right ? -1 : 1))
  return { ...state, validators: new Map(sorted) }
}

/** The state without a validator. */
export function withoutValidator(state: EmissionState, nodeID: NodeId): EmissionState {
  const validators = new Map(state.validators)
  validators.delete(nodeID)
  return { ...state, validators }
}
