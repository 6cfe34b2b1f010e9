import type { SignInKind } from '@parley/domain'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { lockSignInName, type NewSignIn, storeSignIn } from './sign-in.ts'
import { inTransaction, prepare } from './statement.ts'

/** A proof of an account, as its owner sees it. */
export type OwnSignIn = {
  readonly id: string
  readonly kind: SignInKind
  /** The identity provider; empty for others. */
  readonly issuer: string
  readonly subject: string
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** What a passkey of an account is checked with. */
export type StoredPasskey = { readonly publicKey: Buffer; readonly counter: number; readonly owner: OwnerId }

const lockAccount = prepare('lock_account')<[owner: OwnerId], { signIns: number }>(`
  with account as (select id from users where id = $1 and disabled_at is null for update)
  select (select count(*)::int from sign_ins where user_id = account.id) as "signIns" from account
`)

const selectHolder = prepare('select_sign_in_holder')<
  [kind: string, issuer: string, subject: string],
  { owner: OwnerId }
>(`select user_id as owner from sign_ins where kind = $1 and issuer = $2 and subject = $3`)

const selectOwn = prepare('select_own_sign_ins')<[owner: OwnerId], OwnSignIn>(`
  select id, kind, issuer, subject, label, created_at as "createdAt", last_used_at as "lastUsedAt"
  from sign_ins where user_id = $1 order by created_at, id
`)

const deleteOwn = prepare('delete_own_sign_in')<[owner: OwnerId, id: string], { kind: SignInKind }>(
  `delete from sign_ins where user_id = $1 and id = $2 returning kind`,
)

const selectPasskey = prepare('select_passkey')<
  [credentialId: string],
  Omit<StoredPasskey, 'publicKey'> & { readonly publicKey: Buffer | null }
>(`
  select public_key as "publicKey", counter::float8 as counter, user_id as owner from sign_ins
  where kind = 'passkey' and issuer = '' and subject = $1
`)

// Authenticators without a counter send 0 each time.
const raiseCounter = prepare('raise_passkey_counter')<
  [credentialId: string, counter: number],
  { id: string }
>(`
  update sign_ins set counter = $2::float8 where kind = 'passkey' and issuer = '' and subject = $1
    and (counter < $2::float8 or (counter = 0 and $2::float8 = 0))
  returning id
`)

/** Lists the proofs of an account, the oldest first. */
export async function listOwnSignIns(db: Database, owner: OwnerId): Promise<OwnSignIn[]> {
  return selectOwn(db.pool, [owner])
}

/** What became of a proof that was to be added. */
export type AddedSignIn =
  | { readonly kind: 'added'; readonly id: string }
  | { readonly kind: 'own' | 'taken' | 'full' | 'gone' }

/**
 * Adds a proof to an account, which then has at most `limit`. `own`: the account has it already. `taken`: another
 * account has it. `gone`: the account does not exist or is disabled. Of two accounts that add a proof at once, one
 * gets it.
 */
export async function addSignIn(
  db: Database,
  owner: OwnerId,
  { signIn, limit }: { readonly signIn: NewSignIn; readonly limit: number },
): Promise<AddedSignIn> {
  const { kind, issuer, subject } = signIn
  return inTransaction(db, async (connection) => {
    await lockSignInName(connection, [kind, issuer, subject])
    const [account] = await lockAccount(connection, [owner])
    if (!account) return { kind: 'gone' }
    const [holder] = await selectHolder(connection, [kind, issuer, subject])
    if (holder) return { kind: holder.owner === owner ? 'own' : 'taken' }
    if (account.signIns >= limit) return { kind: 'full' }
    return { kind: 'added', id: await storeSignIn(connection, owner, signIn) }
  })
}

/** Removes a proof from an account. The last one stays, also when two are removed at once. */
export async function removeSignIn(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<'removed' | 'missing' | 'last'> {
  return inTransaction(db, async (connection) => {
    const [account] = await lockAccount(connection, [owner])
    const own = await selectOwn(connection, [owner])
    if (!account || !own.some((signIn) => signIn.id === id)) return 'missing'
    if (own.length === 1) return 'last'
    await deleteOwn(connection, [owner, id])
    return 'removed'
  })
}

/** Finds a passkey by its credential id; null when no account has it. */
export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | null> {
  const [found] = await selectPasskey(db.pool, [credentialId])
  return found?.publicKey ? { ...found, publicKey: found.publicKey } : null
}

/** Stores the signature counter of a passkey. False when it is not higher than before, as with a copied passkey. */
export async function raisePasskeyCounter(
  db: Database,
  { credentialId, counter }: { readonly credentialId: string; readonly counter: number },
): Promise<boolean> {
  return (await raiseCounter(db.pool, [credentialId, counter])).length === 1
}
