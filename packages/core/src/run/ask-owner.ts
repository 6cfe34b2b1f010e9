import { createApproval, type Database, deleteApproval, type OwnerId, readApprovalDecision } from '@parley/db'
import type { ApprovalDecision, AskOwner, JsonObject } from '@parley/domain'
import { isAppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import type { ApprovalWaits, StepPlace } from './approval-waits.ts'
import { openDecision, sealQuestion } from './seal-approval.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly approvals: ApprovalWaits
  readonly limits: ApprovalLimits
}

/** How long a step waits for its owner before it counts as denied, unless the settings say otherwise. */
const WAIT_MS = 600_000
/** How often it looks for a decision that was taken through another replica. */
const POLL_MS = 500
const REDACTED = '[redacted]'

/** Maximum milliseconds that a tool call waits for its owner's approval. Absent: ten minutes. */
export type ApprovalLimits = { readonly approvalMs?: number }

type Asker = {
  readonly runId: string
  readonly agentId: string
  /** Whether the agent is the operator's: its fixed arguments are not shown to its users. */
  readonly isTemplate: boolean
  readonly waitMs?: number
}

/**
 * Returns the function with which the tools of one run ask their owner. The question is a row that any replica can
 * answer (`approveRun`). The row is deleted when it is answered, after `waitMs` at most, or when the run is stopped.
 * When the process is about to stop, the step counts as denied, so that the answer can still be finished.
 */
export function ownerAsker(
  deps: Deps,
  owner: OwnerId,
  { runId, agentId, isTemplate, waitMs = Number.POSITIVE_INFINITY }: Asker,
): AskOwner {
  const patienceMs = Math.min(waitMs, deps.limits.approvalMs ?? WAIT_MS)
  return async ({ toolServerId, toolName, stepId, signal, ...call }) => {
    const step = { runId, stepId }
    const { arguments: wanted, parameters } = call
    const fixedArguments = isTemplate ? redactAll(call.fixedArguments) : call.fixedArguments
    const argumentsCipher = sealQuestion(deps, owner, {
      step,
      question: { arguments: wanted, fixedArguments, parameters, agentId, endsAt: after(patienceMs) },
    })
    await createApproval(deps.db, owner, { ...step, toolServerId, toolName, argumentsCipher })
    try {
      return await waitForDecision(deps, owner, { step, signal, patienceMs })
    } finally {
      await deleteApproval(deps.db, owner, step).catch(leaveToHousekeeping)
    }
  }
}

function after(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

function redactAll(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(values).map((key) => [key, REDACTED]))
}

type Wait = { readonly step: StepPlace; readonly signal: AbortSignal; readonly patienceMs: number }

async function waitForDecision(
  deps: Deps,
  owner: OwnerId,
  { step, signal, patienceMs }: Wait,
): Promise<ApprovalDecision> {
  const endsAt = performance.now() + patienceMs
  while (performance.now() < endsAt) {
    await deps.approvals.next(step, { ms: POLL_MS, signal })
    signal.throwIfAborted()
    const cipher = await readApprovalDecision(deps.db, owner, step).catch(askAgainLater)
    if (cipher !== null) return openDecision(deps, owner, { step, cipher })
    if (deps.approvals.isClosed())
      return { kind: 'deny', reason: 'the service stops, so the owner cannot answer now.' }
  }
  return { kind: 'deny', reason: `the owner did not answer within ${Math.ceil(patienceMs / 1000)} seconds.` }
}

/** A wait goes on when the database is unavailable for a moment. */
function askAgainLater(error: unknown): null {
  if (isAppError(error) && error.code === 'unavailable') return null
  throw error
}

/** A row that could not be deleted expires within the minute. */
function leaveToHousekeeping(error: unknown): void {
  if (!isAppError(error)) throw error
}
