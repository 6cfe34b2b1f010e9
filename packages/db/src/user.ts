import type { Database } from './database.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

export type User = {
  readonly owner: OwnerId
  /** EIP-55 spelling; null for users that did not come by wallet. */
  readonly walletAddress: string | null
  readonly createdAt: string
}

// One address in any letter case is one user. The update changes nothing and makes the row come back, so
// that of two first logins at once both get the same user.
const upsertByWallet = prepare<[wallet: string], User>(
  'upsert_user_by_wallet',
  `insert into users as u (wallet_address, wallet_key) values ($1, lower($1))
   on conflict (wallet_key) do update set wallet_key = u.wallet_key
   returning u.id as owner, u.wallet_address as "walletAddress", u.created_at as "createdAt"`,
)

const selectUser = prepare<[owner: OwnerId], User>(
  'select_user',
  `select id as owner, wallet_address as "walletAddress", created_at as "createdAt" from users where id = $1`,
)

const selectOwners = prepare<[after: OwnerId, limit: number], { owner: OwnerId }>(
  'select_owners',
  'select id as owner from users where id > $1 order by id limit $2',
)

/** Lists everybody who may own records but the default owner, in pages: those whose id comes after `after`. */
export async function listOwners(
  db: Database,
  { after = DEFAULT_OWNER, limit }: { readonly after?: OwnerId | undefined; readonly limit: number },
): Promise<OwnerId[]> {
  return (await selectOwners(db.pool, [after, limit])).map(({ owner }) => owner)
}

/**
 * Gives the user of a wallet address whose signature has been verified, and creates the user at the first
 * login. The address is kept in the spelling of the first login.
 */
export async function findOrCreateUserByWallet(db: Database, wallet: string): Promise<User> {
  const [user] = await upsertByWallet(db.pool, [wallet])
  if (!user) throw new Error('An upsert gave back no row.')
  return user
}

/** Reads a user; null when there is none. */
export async function getUser(db: Database, owner: OwnerId): Promise<User | null> {
  const [user] = await selectUser(db.pool, [owner])
  return user ?? null
}
