import {
  type Database,
  listNewestMessages,
  type OwnerId,
  type SessionBranch,
  branchSession as storeBranch,
} from '@parley/db'
import { AppError } from '@parley/errors'
import { requirePersona } from '../persona/persona.ts'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import { requireOwnAgent } from './create-session.ts'
import { requireSession } from './get-session.ts'
import { listBranches } from './list-branches.ts'

type Deps = { readonly db: Database; readonly limits: QuotaLimits }

export type BranchWanted = {
  /** The session to branch from. */
  readonly id: string
  /** How many of its messages the branch begins with. The message behind them is a question, or there is none. */
  readonly keep: number
  readonly agentId?: string
  readonly personaId?: number
}

/**
 * Creates a session that begins with the first messages of another one and returns its id. Agent and persona are those
 * of that session unless others are given. Throws `not_found`, `invalid_request` for a place inside a question and its
 * answer and for an agent or persona of another user, and `conflict` over the quota.
 */
export async function branchSession(
  deps: Deps,
  owner: OwnerId,
  { id, keep, ...choice }: BranchWanted,
): Promise<string> {
  const session = await requireSession(deps, owner, id)
  await requireRoom(deps, owner, 'sessions')
  const { agentId = session.agentId, personaId = session.personaId } = choice
  if (choice.personaId !== undefined) await requirePersona(deps, owner, personaId)
  await requireOwnAgent(deps, owner, agentId)
  await requirePlace(deps, owner, { id, keep })
  const branchOf = findOrigin(await listBranches(deps, owner, id), { id, at: keep })
  const branchId = await storeBranch(deps.db, owner, { id, branchOf, branchAt: keep, agentId, personaId })
  if (branchId === null) throw new AppError('not_found', 'There is no session with this id.')
  return branchId
}

/** Throws `invalid_request` unless the last kept message is an answer, or none is kept. */
async function requirePlace(
  { db }: Pick<Deps, 'db'>,
  owner: OwnerId,
  { id, keep }: { readonly id: string; readonly keep: number },
): Promise<void> {
  if (keep === 0) return
  const [last] = await listNewestMessages(db, owner, { sessionId: id, limit: 1, before: keep + 1 })
  if (last?.sequence !== keep) {
    throw new AppError(
      'invalid_request',
      `keep is ${keep}, but the session has fewer messages. Send a smaller number.`,
    )
  }
  if (last.role === 'user') {
    throw new AppError(
      'invalid_request',
      `keep is ${keep}, but message ${keep} is a question. Keep its answer too, or neither.`,
    )
  }
}

/** Returns the session that wrote the message at a place, so that all branches from one place name the same session. */
function findOrigin(
  branches: readonly SessionBranch[],
  { id, at }: { readonly id: string; readonly at: number },
): string {
  const branch = branches.find((one) => one.id === id)
  if (!branch || branch.branchOf === null || branch.branchAt === null || branch.branchAt < at) return id
  return findOrigin(branches, { id: branch.branchOf, at })
}
