import type { Database } from './database.ts'
import { type OwnerId, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { inTransaction, prepare } from './statement.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

export type Session = {
  readonly id: string
  /** As shown: a wallet address or a UUID. */
  readonly userId: string
  readonly name: string
  readonly personaId: number
  readonly agentId: string
  readonly createdAt: string
}

type NewSession = Pick<Session, 'name' | 'personaId' | 'agentId'>

type UpdatedSession =
  | { readonly kind: 'updated'; readonly session: Session }
  | { readonly kind: 'missing' }
  | { readonly kind: 'missing_agent' }

/** Columns of a session `s`. */
export const sessionColumns: Columns<Omit<Session, 'userId'>> = {
  id: 's.id',
  name: 's.name',
  personaId: 's.persona_id',
  agentId: 's.agent_id',
  createdAt: 's.created_at',
}

const shownColumns = `${selectList(sessionColumns)}, ${shownOwner('u')} as "userId"`

const insertSession = prepare<[owner: OwnerId, name: string, personaId: number, agentId: string], Session>(
  'insert_session',
  `with s as (
     insert into sessions (user_id, agent_id, persona_id, name)
     select $1, id, $3, $2 from agents where id = $4 and user_id = $1
     returning *
   ) select ${shownColumns} from s join users u on u.id = s.user_id`,
)

const selectSession = prepare<[owner: OwnerId, id: string], Session>(
  'select_session',
  `select ${shownColumns} from sessions s join users u on u.id = s.user_id where s.user_id = $1 and s.id = $2`,
)

const selectSessions = prepare<[owner: OwnerId], Session>(
  'select_sessions',
  `select ${shownColumns} from sessions s join users u on u.id = s.user_id
   where s.user_id = $1 order by s.created_at desc, s.id`,
)

type UpdateValues = [
  owner: OwnerId,
  id: string,
  name: string | null,
  agentId: string | null,
  personaId: number | null,
]

const changeSession = prepare<UpdateValues, Session & { isAgentMissing: boolean }>(
  'update_session',
  `with target as (
     select id, $4::uuid is not null and not exists (
       select from agents where id = $4 and user_id = $1) as is_agent_missing
     from sessions where id = $2 and user_id = $1
   ), changed as (
     update sessions set name = coalesce($3, name), agent_id = coalesce($4, agent_id),
       persona_id = coalesce($5, persona_id)
     from target where sessions.id = target.id and not is_agent_missing
     returning sessions.id, sessions.name, sessions.agent_id, sessions.persona_id
   ) select s.id, ${shownOwner('u')} as "userId", coalesce(changed.name, s.name) as name,
     coalesce(changed.persona_id, s.persona_id) as "personaId",
     coalesce(changed.agent_id, s.agent_id) as "agentId", s.created_at as "createdAt",
     is_agent_missing as "isAgentMissing"
   from target join sessions s on s.id = target.id join users u on u.id = s.user_id
     left join changed on changed.id = s.id`,
)

const lockSession = prepare<[owner: OwnerId, id: string], { id: string }>(
  'lock_session',
  `select id from sessions where user_id = $1 and id = $2 for update`,
)

// An artifact that is being stored holds its run's row; afterwards none can be added.
const lockRuns = prepare<[sessionId: string], object>(
  'lock_session_runs',
  `select id from runs where session_id = $1 for update`,
)

const deleteArtifacts = prepare<[sessionId: string], { path: string }>(
  'delete_session_artifacts',
  `delete from artifacts using runs where runs.id = artifacts.run_id and runs.session_id = $1
   returning artifacts.path`,
)

const removeSession = prepare<[sessionId: string], object>(
  'delete_session',
  `delete from sessions where id = $1`,
)

/** Opens a session. Null when the owner has no such agent. */
export async function createSession(
  db: Database,
  owner: OwnerId,
  session: NewSession,
): Promise<Session | null> {
  const { name, personaId, agentId } = session
  try {
    const [created] = await insertSession(db.pool, [owner, name, personaId, agentId])
    return created ?? null
  } catch (error) {
    // The agent was deleted at the same moment.
    if (isForeignKeyRefusal(error)) return null
    throw error
  }
}

/** Reads a session of the owner, without its messages; null when there is none. */
export async function getSession(db: Database, owner: OwnerId, id: string): Promise<Session | null> {
  const [session] = await selectSession(db.pool, [owner, id])
  return session ?? null
}

/** Lists the owner's sessions, newest first. */
export async function listSessions(db: Database, owner: OwnerId): Promise<Session[]> {
  return await selectSessions(db.pool, [owner])
}

/** Changes the fields that are given, of a session of the owner; a new agent must be the owner's, too. */
export async function updateSession(
  db: Database,
  owner: OwnerId,
  { id, ...changes }: Partial<NewSession> & { readonly id: string },
): Promise<UpdatedSession> {
  const { name = null, agentId = null, personaId = null } = changes
  try {
    const [target] = await changeSession(db.pool, [owner, id, name, agentId, personaId])
    if (!target) return { kind: 'missing' }
    const { isAgentMissing, ...session } = target
    return isAgentMissing ? { kind: 'missing_agent' } : { kind: 'updated', session }
  } catch (error) {
    if (isForeignKeyRefusal(error)) return { kind: 'missing_agent' }
    throw error
  }
}

/**
 * Deletes a session with its messages, runs, steps and artifact rows. A turn under way finds its run gone
 * and stores nothing more. The files at `artifactPaths` are the caller's to delete.
 */
export async function deleteSession(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<{ deleted: boolean; artifactPaths: string[] }> {
  return await inTransaction(db, async (connection) => {
    const [session] = await lockSession(connection, [owner, id])
    if (!session) return { deleted: false, artifactPaths: [] }
    await lockRuns(connection, [id])
    const artifacts = await deleteArtifacts(connection, [id])
    await removeSession(connection, [id])
    return { deleted: true, artifactPaths: artifacts.map(({ path }) => path) }
  })
}
