import type { Address, NodeId } from '@parley/ledger'
import { type EmissionState, withValidator } from './emission-state.ts'

/** In the order in which events of one block happen. */
export const STAKE_EVENT_KINDS = [
  'validator_start',
  'validator_end',
  'delegation_start',
  'delegation_end',
] as const

/** A change of stake that is due in a block. Without `owner` it changes the validator's own stake. */
export type ScheduledStakeEvent = Readonly<{
  kind: (typeof STAKE_EVENT_KINDS)[number]
  height: number
  nodeID: NodeId
  owner?: Address
}>

/** A change of stake that happened. `amount` joined or left the stake, in the smallest unit. */
export type StakeEvent = Readonly<{
  kind: ScheduledStakeEvent['kind']
  nodeID: NodeId
  owner?: Address
  amount: bigint
}>

/**
 * Applies the due stake events in the given order. An event whose stake already has the new state changes
 * nothing.
 */
export function processStakeEvents(
  state: EmissionState,
  due: { events: readonly ScheduledStakeEvent[]; height: number },
): { state: EmissionState; happened: StakeEvent[] } {
  let current = state
  const happened: StakeEvent[] = []
  for (const event of due.events) {
    const { kind, nodeID, owner } = event
    const change =
      owner === undefined
        ? switchValidator(current, event)
        : switchDelegation(current, { event, owner, height: due.height })
    if (change === undefined) continue
    current = change.state
    happened.push({ kind, nodeID, ...(owner && { owner }), amount: change.amount })
  }
  return { state: current, happened }
}

type Switched = { state: EmissionState; amount: bigint } | undefined

function switchValidator(state: EmissionState, { kind, nodeID }: ScheduledStakeEvent): Switched {
  const validator = state.validators.get(nodeID)
  const isActive = kind === 'validator_start'
  if (validator === undefined || validator.isActive === isActive) return undefined
  const amount = validator.stakedAmount
  const totalStaked = isActive ? state.totalStaked + amount : state.totalStaked - amount
  return { state: { ...withValidator(state, { ...validator, isActive }), totalStaked }, amount }
}

function switchDelegation(
  state: EmissionState,
  { event, owner, height }: { event: ScheduledStakeEvent; owner: Address; height: number },
): Switched {
  const validator = state.validators.get(event.nodeID)
  const delegation = validator?.delegations.get(owner)
  if (validator === undefined || delegation === undefined) return undefined
  const isActive = event.kind === 'delegation_start'
  if (delegation.isActive === isActive || (isActive && height >= delegation.endBlock)) return undefined

  const amount = delegation.stakedAmount
  const change = isActive ? amount : -amount
  const activeFromBlock = isActive ? height : delegation.activeFromBlock
  const delegations = new Map(validator.delegations).set(owner, { ...delegation, isActive, activeFromBlock })
  const delegatedAmount = validator.delegatedAmount + change
  const changed = withValidator(state, { ...validator, delegations, delegatedAmount })
  return { state: { ...changed, totalStaked: state.totalStaked + change }, amount }
}
