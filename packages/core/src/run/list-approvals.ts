import { type Database, listApprovals as findApprovals, type OwnerId } from '@parley/db'
import type { JsonObject } from '@parley/domain'
import { isAppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { openQuestion } from './seal-approval.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

/** A tool call that waits for its owner. */
export type PendingApproval = {
  readonly runId: string
  readonly stepId: number
  readonly toolServerId: string
  readonly toolName: string
  /** What will be sent: the model's arguments and the fixed ones, of which secrets are `[redacted]`. */
  readonly arguments: JsonObject
  /** Why `arguments` cannot be shown and the call cannot be approved, in a sentence. They are empty then. */
  readonly problem?: string
  /** The JSON schema of the model's arguments; absent with a problem. */
  readonly parameters?: JsonObject
  /** When the call counts as denied: ISO 8601, UTC, with Z. */
  readonly endsAt?: string
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
  return rows.map(({ argumentsCipher, ...row }) => {
    try {
      const question = openQuestion(deps, owner, { step: row, cipher: argumentsCipher })
      const { fixedArguments, parameters, endsAt } = question
      const shown = { ...question.arguments, ...fixedArguments }
      return { ...row, arguments: shown, parameters, ...(endsAt !== undefined && { endsAt }) }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { ...row, arguments: {}, problem: error.message }
    }
  })
}
