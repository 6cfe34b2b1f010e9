import type { AdmittedBy, Role, SignInKind } from '@parley/domain'
import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { lockAdministrators } from './sign-in.ts'
import { inTransaction, prepare, rowsOf } from './statement.ts'

export type User = {
  readonly owner: OwnerId
  /** EIP-55 spelling; null for users who did not come by wallet. */
  readonly walletAddress: string | null
  readonly role: Role
  /** Null for users from before there were rules of admission. */
  readonly admittedBy: AdmittedBy | null
  readonly createdAt: string
}

/** A user as an administrator sees it. */
export type ListedUser = User & {
  readonly disabledAt: string | null
  readonly signIns: readonly ListedSignIn[]
}

type ListedSignIn = {
  readonly kind: SignInKind
  readonly issuer: string
  readonly label: string
  readonly lastUsedAt: string | null
}

export type UserChange = { readonly role?: Role | undefined; readonly isDisabled?: boolean | undefined }

const changeUser = prepare('change_user')<
  [id: string, role: Role | null, isDisabled: boolean | null],
  { isChanged: boolean }
>(`
  with target as (
    select id, role, disabled_at, coalesce($2, role) as new_role, coalesce($3, disabled_at is not null)
      or exists (select from erasures e where e.user_id = users.id) as is_disabled
    from users where id = $1 and id <> '${DEFAULT_OWNER}'
  ), changed as (
    update users u set role = t.new_role, is_role_configured = u.is_role_configured and t.new_role = u.role,
      disabled_at = case when t.is_disabled then coalesce(u.disabled_at, iso_now()) end
    from target t
    where u.id = t.id and ((t.new_role = 'administrator' and not t.is_disabled)
      or t.role = 'member' or t.disabled_at is not null
      or exists (select from users o where o.id <> t.id and o.role = 'administrator' and o.disabled_at is null))
    returning u.id
  )
  select changed.id is not null as "isChanged" from target left join changed on true
`)

const configureRole = prepare('configure_role')<[owner: OwnerId, role: Role], object>(
  `update users set role = $2, is_role_configured = $2 = 'administrator' where id = $1`,
)

const selectAdministrator = prepare('has_administrator')<[], { hasAdministrator: boolean }>(`
  select exists (select from users where role = 'administrator' and disabled_at is null) as "hasAdministrator"
`)

const selectDisabled = prepare('select_disabled_users')<[ids: string[]], { id: string }>(
  `select asked.id from ${rowsOf('$1::uuid[]')} as asked (id)
  where not exists (select from users u where u.id = asked.id and u.disabled_at is null)`,
)

const findRole = prepareLookup('find_roles')<[owner: string], { role: Role }>(`
  select asked.position::int, u.role
  from ${rowsOf('$1::uuid[]')} with ordinality as asked (owner, position) join users u on u.id = asked.owner
`)

const shownFields = { walletAddress: true, role: true, admittedBy: true, createdAt: true }

/** Lists all users except the default owner, in pages: those whose id comes after `after`. */
export async function listOwners(
  db: Database,
  { after = DEFAULT_OWNER, limit }: { readonly after?: OwnerId | undefined; readonly limit: number },
): Promise<OwnerId[]> {
  const users = await db.prisma.user.findMany({
    where: { id: { gt: after } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: limit,
  })
  // The id of a user's row is what authentication yields.
  return users.map(({ id }) => id as OwnerId)
}

/** Reads the role of a user as of now; null when there is no such user. */
export async function getRole(db: Database, owner: OwnerId): Promise<Role | null> {
  return (await findRole(db, [owner]))?.role ?? null
}

/** Reads a user; null when there is none. */
export async function getUser(db: Database, owner: OwnerId): Promise<User | null> {
  const user = await db.prisma.user.findUnique({ where: { id: owner }, select: shownFields })
  // The check of the column allows these roles only.
  return user && { ...(user as Omit<User, 'owner'>), owner }
}

/** The place of a user in the list. */
export type UserPlace = { readonly createdAt: string; readonly id: string }

/** Lists users with their sign-ins, newest first, in pages. The default owner is not one of them. */
export async function listUsers(
  db: Database,
  { limit, behind }: { readonly limit: number; readonly behind?: UserPlace },
): Promise<ListedUser[]> {
  const users = await db.prisma.user.findMany({
    where: {
      id: { not: DEFAULT_OWNER },
      ...(behind && {
        OR: [{ createdAt: { lt: behind.createdAt } }, { createdAt: behind.createdAt, id: { lt: behind.id } }],
      }),
    },
    select: listedFields,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return users.map(toListed)
}

/** Reads a user as an administrator sees it; null when there is none. */
export async function findUser(db: Database, id: string): Promise<ListedUser | null> {
  if (id === DEFAULT_OWNER) return null
  const user = await db.prisma.user.findUnique({ where: { id }, select: listedFields })
  return user && toListed(user)
}

const listedFields = {
  id: true,
  ...shownFields,
  disabledAt: true,
  signIns: {
    select: { kind: true, issuer: true, label: true, lastUsedAt: true },
    orderBy: { createdAt: 'asc' as const },
  },
}

function toListed({ id, ...user }: { readonly id: string }): ListedUser {
  // The id of a user's row is what authentication yields; checks of the columns allow these words only.
  return { ...(user as unknown as Omit<ListedUser, 'owner'>), owner: id as OwnerId }
}

/**
 * Changes a user's role or whether the user is disabled, effective from the next request on every replica. Returns
 * `last_administrator` when no enabled administrator would remain, and changes nothing then.
 */
export async function updateUser(
  db: Database,
  id: string,
  { role, isDisabled }: UserChange,
): Promise<'changed' | 'missing' | 'last_administrator'> {
  return inTransaction(db, async (connection) => {
    await lockAdministrators(connection, [])
    const [target] = await changeUser(connection, [id, role ?? null, isDisabled ?? null])
    if (!target) return 'missing'
    return target.isChanged ? 'changed' : 'last_administrator'
  })
}

/** Sets the role that the configuration gives a user, also when it takes the last administrator away. */
export async function setConfiguredRole(db: Database, owner: OwnerId, role: Role): Promise<void> {
  await configureRole(db.pool, [owner, role])
}

/** Whether an enabled administrator exists. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  const [row] = await selectAdministrator(db.pool, [])
  return row?.hasAdministrator ?? false
}

/** Returns those of the users that are disabled or do not exist. */
export async function listDisabledUsers(db: Database, ids: readonly string[]): Promise<string[]> {
  return (await selectDisabled(db.pool, [[...ids]])).map(({ id }) => id)
}
