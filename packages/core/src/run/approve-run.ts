import { findArgumentFault, type JsonObject } from '@parley/agent'
import { decideApproval, listApprovals, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import type { StepPlace } from './approval-waits.ts'
import type { ApprovalDecision } from './ask-owner.ts'
import { openQuestion, sealDecision } from './seal-approval.ts'

/**
 * Takes the owner's decision about a step that waits, whichever replica is answering its run. Throws `not_found`
 * when nothing of the owner's waits there, also when it has been decided already, and `invalid_request` for arguments
 * the tool does not take; the step waits on then.
 */
export async function approveRun(
  deps: Deps,
  owner: OwnerId,
  { runId, stepId, decision }: StepPlace & { readonly decision: ApprovalDecision },
): Promise<void> {
  const step = { runId, stepId }
  if (decision.kind === 'approve' && decision.arguments)
    await checkArguments(deps, owner, { step, edited: decision.arguments })
  const decisionCipher = sealDecision(deps, owner, { step, decision })
  const isTaken = await decideApproval(deps.db, owner, { ...step, decisionCipher })
  if (!isTaken) throw nothingWaits()
  deps.approvals.wake(step)
}

async function checkArguments(
  deps: Deps,
  owner: OwnerId,
  { step, edited }: { readonly step: StepPlace; readonly edited: JsonObject },
): Promise<void> {
  const rows = await listApprovals(deps.db, owner, { runId: step.runId })
  const row = rows.find(({ stepId }) => stepId === step.stepId)
  if (!row) throw nothingWaits()
  const { parameters } = openQuestion(deps, owner, { step, cipher: row.argumentsCipher })
  const fault = findArgumentFault(parameters, edited)
  if (fault !== null)
    throw new AppError('invalid_request', `The tool does not take these arguments. ${fault}`)
}

function nothingWaits(): AppError {
  return new AppError('not_found', 'Nothing waits for your approval at this step of this run.')
}
