import { updateSession as changeSession, type Database, type OwnerId, type Session } from '@parley/db'
import { AppError } from '@parley/errors'
import { requirePersona } from '../persona/persona.ts'
import { missingAgent, requireOwnAgent } from './create-session.ts'
import { requireSession } from './get-session.ts'

type Deps = { readonly db: Database }

export type SessionChange = {
  readonly id: string
  readonly name?: string
  readonly agentId?: string
  readonly personaId?: number
  readonly isPinned?: boolean
  readonly isArchived?: boolean
  /** Empty for none. */
  readonly folder?: string
}

/**
 * Renames a session, switches its agent or persona, pins it, archives it or puts it into a folder, at any time. Throws `not_found`, and `invalid_request`
 * for an agent or persona of another user.
 */
export async function updateSession(deps: Deps, owner: OwnerId, change: SessionChange): Promise<Session> {
  await requireSession(deps, owner, change.id)
  if (change.agentId !== undefined) await requireOwnAgent(deps, owner, change.agentId)
  if (change.personaId !== undefined) await requirePersona(deps, owner, change.personaId)
  const result = await changeSession(deps.db, owner, change)
  if (result.kind === 'updated') return result.session
  if (result.kind === 'missing_agent') throw missingAgent()
  throw new AppError('not_found', 'There is no session with this id.')
}
