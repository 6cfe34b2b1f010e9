import type { ValidatorEntry } from '@parley/ledger'

export const VALIDATOR_STATES = ['active', 'registered', 'unstaked'] as const
export type ValidatorState = (typeof VALIDATOR_STATES)[number]

/** A validator as the pages show it. Amounts are in the smallest unit. */
export type Validator = ValidatorEntry & {
  readonly state: ValidatorState
  readonly totalStake: bigint
  readonly rewards: bigint
}

const SORT_KEYS = ['node', 'state', 'own', 'delegated', 'total', 'fee', 'rewards'] as const
export type SortKey = (typeof SORT_KEYS)[number]
export type Sorting = { readonly key: SortKey; readonly isDescending: boolean }

/** Joins the network's two lists: each validator once, with its stake. */
export function joinValidators(
  all: readonly ValidatorEntry[],
  staked: readonly ValidatorEntry[],
): Validator[] {
  const byId = new Map([...staked, ...all].map((entry) => [entry.nodeID, entry]))
  const registered = new Set(staked.map(({ nodeID }) => nodeID))
  return [...byId.values()].map((entry) => ({
    ...entry,
    state: stateOf(entry, registered.has(entry.nodeID)),
    totalStake: entry.stakedAmount + entry.delegatedAmount,
    rewards: entry.accumulatedStakedReward + entry.accumulatedDelegatedReward,
  }))
}

/**
 * Sorts validators; equal ones are sorted by their ids, so that rows keep their order from block to block.
 */
export function sortValidators(
  validators: readonly Validator[],
  { key, isDescending }: Sorting,
): Validator[] {
  const sign = isDescending ? -1 : 1
  return validators.toSorted((left, right) => {
    const order = compare(VALUE_OF[key](left), VALUE_OF[key](right))
    return order === 0 ? compare(left.nodeID, right.nodeID) : sign * order
  })
}

const VALUE_OF: Record<SortKey, (validator: Validator) => bigint | number | string> = {
  node: ({ nodeID }) => nodeID,
  state: ({ state }) => VALIDATOR_STATES.indexOf(state),
  own: ({ stakedAmount }) => stakedAmount,
  delegated: ({ delegatedAmount }) => delegatedAmount,
  total: ({ totalStake }) => totalStake,
  fee: ({ delegationFeeRate }) => delegationFeeRate,
  rewards: ({ rewards }) => rewards,
}

function compare<Value extends bigint | number | string>(left: Value, right: Value): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function stateOf({ isActive }: ValidatorEntry, isRegistered: boolean): ValidatorState {
  if (isActive) return 'active'
  return isRegistered ? 'registered' : 'unstaked'
}
