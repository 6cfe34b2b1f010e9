import type { Role } from '@parley/domain'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

/** A link for one person, without the link. */
export type Invitation = {
  readonly id: string
  readonly role: Role
  readonly note: string
  readonly createdAt: string
  readonly expiresAt: Date
  readonly createdBy: OwnerId
  readonly usedAt: string | null
  readonly usedBy: OwnerId | null
}

export type NewInvitation = {
  readonly digest: Buffer
  readonly role: Role
  readonly note: string
  readonly createdBy: OwnerId
  readonly lifetimeMs: number
}

const shownFields = {
  id: true,
  role: true,
  note: true,
  createdAt: true,
  expiresAt: true,
  createdBy: true,
  usedAt: true,
  usedBy: true,
}

// Each start reads and may make the link of the first administrator, without Prisma Client as in installation.ts.
const insertSetup = prepare('insert_setup_invitation')<[digest: Buffer, expiresAt: Date], object>(
  `insert into invitations (digest, role, expires_at) values ($1, 'administrator', $2)`,
)

const selectOpen = prepare('select_open_invitation')<[digest: Buffer], OpenInvitation>(`
  select role, expires_at as "expiresAt", created_by is null as "isFirst" from invitations
  where digest = $1 and used_at is null and expires_at > now()
`)

/** Stores an invitation as the digest of its token. */
export async function createInvitation(
  db: Database,
  { digest, role, note, createdBy, lifetimeMs }: NewInvitation,
): Promise<Invitation> {
  const expiresAt = new Date(Date.now() + lifetimeMs)
  const row = await db.prisma.invitation.create({
    data: { digest: new Uint8Array(digest), role, note, createdBy, expiresAt },
    select: shownFields,
  })
  // The check of the column allows these roles only.
  return row as Invitation
}

/** Stores the digest of the token that makes the first administrator. */
export async function createSetupInvitation(
  db: Database,
  { digest, lifetimeMs }: Pick<NewInvitation, 'digest' | 'lifetimeMs'>,
): Promise<void> {
  await insertSetup(db.pool, [digest, new Date(Date.now() + lifetimeMs)])
}

/** Lists the invitations that administrators made, newest first: at most `limit`, behind a place where one is given. */
export async function listInvitations(
  db: Database,
  { limit, behind }: { readonly limit: number; readonly behind?: Pick<Invitation, 'createdAt' | 'id'> },
): Promise<Invitation[]> {
  const rows = await db.prisma.invitation.findMany({
    where: {
      createdBy: { not: null },
      ...(behind && {
        createdAt: { lte: behind.createdAt },
        OR: [{ createdAt: { lt: behind.createdAt } }, { id: { lt: behind.id } }],
      }),
    },
    select: shownFields,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows as Invitation[]
}

type OpenInvitation = Pick<Invitation, 'role' | 'expiresAt'> & {
  /** Whether it is the link of the first administrator. */
  readonly isFirst: boolean
}

/** Reads what an invitation gives; null when it is unknown or can no longer be used. */
export async function findOpenInvitation(db: Database, digest: Buffer): Promise<OpenInvitation | null> {
  const [row] = await selectOpen(db.pool, [digest])
  return row ?? null
}

/** Deletes an invitation that an administrator made. False when there is none of this id. */
export async function deleteInvitation(db: Database, id: string): Promise<boolean> {
  const { count } = await db.prisma.invitation.deleteMany({ where: { id, createdBy: { not: null } } })
  return count === 1
}
