import type { Database } from './database.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

export type User = {
  readonly owner: OwnerId
  /** EIP-55 spelling; null for users who did not sign in by wallet. */
  readonly walletAddress: string | null
  readonly createdAt: string
}

// One address in any letter case is one user. The update changes nothing but makes PostgreSQL return the row, so two
// simultaneous first sign-ins get the same user.
const upsertByWallet = prepare('upsert_user_by_wallet')<[wallet: string], User>(`
  insert into users as u (wallet_address, wallet_key) values ($1, lower($1))
  on conflict (wallet_key) do update set wallet_key = u.wallet_key
  returning u.id as owner, u.wallet_address as "walletAddress", u.created_at as "createdAt"
`)

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

/**
 * Returns the user of a wallet address whose signature has been verified; creates the user at the first sign-in.
 * Stores the address in the spelling of the first sign-in.
 */
export async function findOrCreateUserByWallet(db: Database, wallet: string): Promise<User> {
  const [user] = await upsertByWallet(db.pool, [wallet])
  if (!user) throw new Error('The upsert of a user returned no row.')
  return user
}

/** Reads a user; null when there is none. */
export async function getUser(db: Database, owner: OwnerId): Promise<User | null> {
  const fields = { walletAddress: true, createdAt: true }
  const user = await db.prisma.user.findUnique({ where: { id: owner }, select: fields })
  return user && { owner, ...user }
}
