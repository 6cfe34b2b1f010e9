import type { JsonObject } from '@parley/agent'
import { listApprovals as findApprovals, type OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'
import { openQuestion } from './seal-approval.ts'

/** A tool call that waits for its owner. */
export type PendingApproval = {
  readonly runId: string
  readonly stepId: number
  readonly toolServerId: string
  readonly toolName: string
  /** What the model wants to send. */
  readonly arguments: JsonObject
  /** ISO 8601, UTC, with Z. */
  readonly createdAt: string
}

/** The owner's tool calls that wait for approval, longest first; those of one run where `runId` is given. */
export async function listApprovals(
  deps: Deps,
  owner: OwnerId,
  { runId }: { readonly runId: string | null },
): Promise<PendingApproval[]> {
  const rows = await findApprovals(deps.db, owner, { runId })
  return rows.map(({ argumentsCipher, ...row }) => ({
    ...row,
    arguments: openQuestion(deps, owner, { step: row, cipher: argumentsCipher }).arguments,
  }))
}
