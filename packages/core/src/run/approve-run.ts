import { isDeepStrictEqual } from 'node:util'
import { findArgumentFault } from '@parley/agent'
import {
  allowTool,
  type Database,
  decideApproval,
  listApprovals,
  type OwnerId,
  type StoredApproval,
} from '@parley/db'
import type { ApprovalDecision, JsonObject } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import type { ApprovalWaits, StepPlace } from './approval-waits.ts'
import { type ApprovalQuestion, openQuestion, sealDecision } from './seal-approval.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly approvals: ApprovalWaits }

type Answer = StepPlace & { readonly decision: ApprovalDecision; readonly isForGood: boolean }

/**
 * Takes the owner's decision about a step that waits, whichever replica is answering its run. `isForGood` lets the
 * agent call the tool without asking from now on. Throws `not_found` when no step of the owner waits there, also when
 * it has been decided already. Throws `invalid_config` when what will be sent cannot be decrypted. Throws
 * `invalid_request` for arguments that the tool does not take, for a changed fixed argument, and for `isForGood` with
 * an agent that is not the owner's; the step goes on waiting then.
 */
export async function approveRun(
  deps: Deps,
  owner: OwnerId,
  { runId, stepId, decision, isForGood }: Answer,
): Promise<void> {
  const step = { runId, stepId }
  const taken = decision.kind === 'approve' ? await readApproval(deps, owner, { step, decision }) : decision
  if (decision.kind === 'approve' && isForGood) await allowForGood(deps, owner, step)
  const decisionCipher = sealDecision(deps, owner, { step, decision: taken })
  const isTaken = await decideApproval(deps.db, owner, { ...step, decisionCipher })
  if (!isTaken) throw nothingWaits()
  deps.approvals.wake(step)
}

type ApproveDecision = Extract<ApprovalDecision, { kind: 'approve' }>

/** Checks an approval. Throws when its question cannot be decrypted: what was not shown cannot be approved. */
async function readApproval(
  deps: Deps,
  owner: OwnerId,
  { step, decision }: { readonly step: StepPlace; readonly decision: ApproveDecision },
): Promise<ApproveDecision> {
  const { argumentsCipher } = await findWaiting(deps, owner, step)
  const question = openQuestion(deps, owner, { step, cipher: argumentsCipher })
  const { arguments: edited } = decision
  return edited === undefined ? decision : { ...decision, arguments: readEdited(question, edited) }
}

/** The edited arguments without the fixed ones, which may be sent back only as they were shown. */
function readEdited({ parameters, fixedArguments }: ApprovalQuestion, edited: JsonObject): JsonObject {
  const isFixed = (key: string) => Object.hasOwn(fixedArguments, key)
  for (const [key, value] of Object.entries(edited))
    if (isFixed(key) && !isDeepStrictEqual(value, fixedArguments[key])) throw fixedArgument(key)
  const free = Object.fromEntries(Object.entries(edited).filter(([key]) => !isFixed(key)))
  const fault = findArgumentFault(parameters, free)
  if (fault !== null)
    throw new AppError('invalid_request', `The tool does not take these arguments. ${fault}`)
  return free
}

function fixedArgument(key: string): AppError {
  return new AppError(
    'invalid_request',
    `The argument "${key}" is fixed. Leave it is shown, or change it in the agent.`,
  )
}

async function allowForGood(deps: Deps, owner: OwnerId, step: StepPlace): Promise<void> {
  const { argumentsCipher, toolServerId, toolName } = await findWaiting(deps, owner, step)
  const { agentId } = openQuestion(deps, owner, { step, cipher: argumentsCipher })
  const isAllowed = await allowTool(deps.db, owner, { agentId, toolServerId, toolName })
  if (!isAllowed)
    throw new AppError('invalid_request', 'The agent is not yours to change; approve this call alone.')
}

async function findWaiting(
  deps: Pick<Deps, 'db'>,
  owner: OwnerId,
  { runId, stepId }: StepPlace,
): Promise<StoredApproval> {
  const rows = await listApprovals(deps.db, owner, { runId })
  const row = rows.find((waiting) => waiting.stepId === stepId)
  if (!row) throw nothingWaits()
  return row
}

function nothingWaits(): AppError {
  return new AppError('not_found', 'Nothing waits for your approval at this step of this run.')
}
