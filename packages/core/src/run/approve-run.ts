import { decideApproval, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import type { StepPlace } from './approval-waits.ts'
import type { ApprovalDecision } from './ask-owner.ts'
import { sealDecision } from './seal-approval.ts'

/**
 * Takes the owner's decision about a step that waits, whichever replica is answering its run. Throws `not_found`
 * when nothing of the owner's waits there, also when it has been decided already.
 */
export async function approveRun(
  deps: Deps,
  owner: OwnerId,
  { runId, stepId, decision }: StepPlace & { readonly decision: ApprovalDecision },
): Promise<void> {
  const step = { runId, stepId }
  const decisionCipher = sealDecision(deps, owner, { step, decision })
  const isTaken = await decideApproval(deps.db, owner, { ...step, decisionCipher })
  if (!isTaken) throw new AppError('not_found', 'Nothing waits for your approval at this step of this run.')
  deps.approvals.wake(step)
}
