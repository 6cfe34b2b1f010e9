import type { Database } from './database.ts'
import type { Prisma } from './generated/client.ts'
import { onlyDefined } from './only-defined.ts'
import { type OwnerId, ownerFields, shownOwner } from './owner.ts'
import type { Columns } from './select-list.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

export type Session = {
  readonly id: string
  /** As the API shows it: a wallet address or a UUID. */
  readonly userId: string
  readonly name: string
  readonly personaId: number
  readonly agentId: string
  readonly createdAt: string
  /** When its newest message was stored, or when it was created. */
  readonly lastActiveAt: string
  /** Shared by all branches of a chat. */
  readonly treeId: string
  readonly isPinned: boolean
  readonly isArchived: boolean
  /** Empty for none. */
  readonly folder: string
  /** Path of the newest chart of an answer. */
  readonly thumbnail: string | null
}

/** How a session is kept in the list of its owner. All branches of a chat are kept alike. */
type Keeping = Pick<Session, 'isPinned' | 'isArchived' | 'folder'>

type NewSession = Pick<Session, 'name' | 'personaId' | 'agentId'>

type UpdatedSession =
  | { readonly kind: 'updated'; readonly session: Session }
  | { readonly kind: 'missing' }
  | { readonly kind: 'missing_agent' }

/** A session as a turn reads it. */
export type TurnSession = Pick<Session, 'id' | 'name' | 'personaId' | 'agentId' | 'createdAt'>

/** Columns of a session `s`. */
export const sessionColumns: Columns<TurnSession> = {
  id: 's.id',
  name: 's.name',
  personaId: 's.persona_id',
  agentId: 's.agent_id',
  createdAt: 's.created_at',
}

const shownFields = {
  id: true,
  userId: true,
  user: ownerFields,
  name: true,
  personaId: true,
  agentId: true,
  createdAt: true,
  lastActiveAt: true,
  treeId: true,
  isPinned: true,
  isArchived: true,
  folder: true,
  thumbnail: true,
}

/** Creates a session. Returns null when the owner has no such agent. */
export async function createSession(
  db: Database,
  owner: OwnerId,
  { name, personaId, agentId }: NewSession,
): Promise<Session | null> {
  if (!(await hasAgent(db, owner, agentId))) return null
  try {
    const data = { userId: owner, name, personaId, agentId }
    return fromPrisma(await db.prisma.session.create({ data, select: shownFields }))
  } catch (error) {
    // The agent was deleted after the check.
    if (isForeignKeyRefusal(error)) return null
    throw error
  }
}

/** Reads a session of the owner, without its messages; null when there is none. */
export async function getSession(db: Database, owner: OwnerId, id: string): Promise<Session | null> {
  const session = await db.prisma.session.findFirst({ where: { id, userId: owner }, select: shownFields })
  return session && fromPrisma(session)
}

export type SessionSort = 'created' | 'activity'

/** A place in a list of sessions, behind the one that it names. `at` is the time that the list is sorted by. */
type SessionPlace = { readonly at: string; readonly id: string }

/** Fields that every session of a page has. */
export type SessionFilter = Partial<Keeping & Pick<Session, 'agentId'>>

export type SessionPageRequest = SessionFilter & {
  readonly sort: SessionSort
  readonly limit: number
  readonly behind?: SessionPlace
}

/** Lists the owner's sessions that fit a filter, newest or last active first: all, or `limit` behind a place. */
export async function listSessions(
  db: Database,
  owner: OwnerId,
  wanted?: SessionPageRequest,
): Promise<Session[]> {
  const { agentId, isPinned, isArchived, folder, sort = 'created', limit, behind } = wanted ?? {}
  const time = sort === 'created' ? 'createdAt' : 'lastActiveAt'
  const sessions = await db.prisma.session.findMany({
    where: {
      userId: owner,
      ...onlyDefined({ agentId, isPinned, isArchived, folder }),
      ...(behind && {
        [time]: { lte: behind.at },
        OR: [{ [time]: { lt: behind.at } }, { id: { lt: behind.id } }],
      }),
    },
    select: shownFields,
    orderBy: [{ [time]: 'desc' }, { id: 'desc' }],
    ...onlyDefined({ take: limit }),
  })
  return sessions.map(fromPrisma)
}

/**
 * Changes the given fields of the owner's session, and how the session is kept for all branches of its chat. A new agent
 * must be the owner's too.
 */
export async function updateSession(
  db: Database,
  owner: OwnerId,
  { id, ...changes }: Partial<NewSession & Keeping> & { readonly id: string },
): Promise<UpdatedSession> {
  const { name, personaId, agentId, isPinned, isArchived, folder } = changes
  const isAgentMissing = agentId !== undefined && !(await hasAgent(db, owner, agentId))
  try {
    if (!isAgentMissing) {
      const data = onlyDefined({ name, personaId, agentId })
      await db.prisma.session.updateMany({ where: { id, userId: owner }, data })
      await keepBranches(db, owner, { id, ...onlyDefined({ isPinned, isArchived, folder }) })
    }
    const session = await getSession(db, owner, id)
    if (!session) return { kind: 'missing' }
    return isAgentMissing ? { kind: 'missing_agent' } : { kind: 'updated', session }
  } catch (error) {
    if (isForeignKeyRefusal(error)) return { kind: 'missing_agent' }
    throw error
  }
}

/** Keeps all branches of the chat of a session in the same way. */
async function keepBranches(
  db: Database,
  owner: OwnerId,
  { id, ...keeping }: Partial<Keeping> & { readonly id: string },
): Promise<void> {
  if (Object.keys(keeping).length === 0) return
  const session = await getSession(db, owner, id)
  if (!session) return
  await db.prisma.session.updateMany({ where: { userId: owner, treeId: session.treeId }, data: keeping })
}

/** Lists the folders of the owner's sessions by name. */
export async function listFolders(db: Database, owner: OwnerId): Promise<string[]> {
  const groups = await db.prisma.session.groupBy({
    by: ['folder'],
    where: { userId: owner, folder: { not: '' } },
    orderBy: { folder: 'asc' },
  })
  return groups.map(({ folder }) => folder)
}

async function hasAgent(db: Database, owner: OwnerId, agentId: string): Promise<boolean> {
  return (await db.prisma.agent.count({ where: { id: agentId, userId: owner } })) === 1
}

function fromPrisma({
  userId,
  user,
  ...session
}: Prisma.SessionGetPayload<{ select: typeof shownFields }>): Session {
  return { ...session, userId: shownOwner({ ownerId: userId, ...user }) }
}
