import type { Address, NodeId } from '@parley/ledger'
import { delegationReward } from '../emission/delegated-runs.ts'
import { withValidator } from '../emission/emission-state.ts'
import { smallerOf } from '../rules/smaller-of.ts'
import type { Draft } from '../state/draft.ts'
import type { ActionContext } from './action.ts'

/**
 * Pays from the pool of a validator what a delegation has earned so far, at most the contents of the pool. A
 * repeated call counts the same epochs again. Returns the amount, or undefined without such a delegation.
 */
export function claimDelegation(
  draft: Draft,
  { owner, nodeID }: { owner: Address; nodeID: NodeId },
  { delegatedRuns }: ActionContext,
): bigint | undefined {
  const validator = draft.emission.validators.get(nodeID)
  const delegation = validator?.delegations.get(owner)
  if (validator === undefined || delegation === undefined) return undefined
  const { epochLengthBlocks } = draft.emission
  const earned = delegationReward(delegatedRuns.get(nodeID) ?? [], { delegation, epochLengthBlocks })
  const pool = validator.accumulatedDelegatedReward
  const reward = smallerOf(earned, pool)
  draft.emission = withValidator(draft.emission, {
    ...validator,
    accumulatedDelegatedReward: pool - reward,
  })
  return reward
}
