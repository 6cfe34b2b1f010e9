import type { Address, NodeId } from '@parley/ledger'

/** A delegation as emission sees it. Heights are block heights, amounts smallest units. */
export type Delegation = Readonly<{
  stakedAmount: bigint
  startBlock: number
  endBlock: number
  isActive: boolean
  /** The block it became active in, which is its start or the block that brought it. */
  activeFromBlock: number | undefined
}>

/** A validator that registered a stake and was not purged since. */
export type ValidatorState = Readonly<{
  nodeID: NodeId
  publicKey: string
  isActive: boolean
  stakedAmount: bigint
  feePercent: bigint
  delegatedAmount: bigint
  accumulatedStakedReward: bigint
  accumulatedDelegatedReward: bigint
  /** The delegators' part of fees since the last epoch; the next mint books it to that epoch. */
  unbookedDelegatedFees: bigint
  startBlock: number
  endBlock: number
  delegations: ReadonlyMap<Address, Delegation>
}>

/** Everything about emission after a block. Amounts are in the smallest unit. */
export type EmissionState = Readonly<{
  totalSupply: bigint
  maxSupply: bigint
  totalStaked: bigint
  /** What the emission account got of the fees. */
  accountReward: bigint
  /** What rounding, the supply cap and purged validators left to nobody. */
  lostAmount: bigint
  epochLengthBlocks: number
  /** In the order of their ids, so that every process iterates alike. */
  validators: ReadonlyMap<NodeId, ValidatorState>
}>

/** The state with a validator added or replaced. */
export function withValidator(state: EmissionState, validator: ValidatorState): EmissionState {
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
