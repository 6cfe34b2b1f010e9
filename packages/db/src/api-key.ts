import type { OwnLimits, Role } from '@parley/domain'
import { readClock } from './clock.ts'
import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import type { OwnerId } from './owner.ts'
import { prepare, rowsOf, withoutWaiting } from './statement.ts'

export type StoredApiKey = {
  readonly keyId: string
  readonly name: string
  readonly scopes: string[]
  readonly createdAt: string
  readonly expiresAt: Date | null
  readonly lastUsedAt: string | null
  /** The network of the client at the last use; null when it is unknown. */
  readonly lastUsedFrom: string | null
  readonly revokedAt: string | null
}

/** The fields that authentication checks before it trusts a key. */
export type ApiKeyCredential = {
  /** Trust it only after the caller's secret matches `digest`. */
  readonly owner: OwnerId
  readonly role: Role
  /** Null where the limits of every user apply. */
  readonly ownLimits: OwnLimits | null
  readonly digest: Buffer
  /** The scopes with a space between two. As a list they would be parsed in every request. */
  readonly scopes: string
  /** Whether `markApiKeyUsed` would write: the recorded last use is over a minute old. */
  readonly isUseDue: boolean
}

type NewApiKey = {
  readonly keyId: string
  readonly digest: Buffer
  readonly name: string
  readonly scopes: string[]
  readonly expiresAt: Date | null
}

const shownFields = {
  keyId: true,
  name: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedFrom: true,
  revokedAt: true,
}

// At most one write a minute: a busy key is used in every request.
const isUseDue = `(k.last_used_at is null
  or k.last_used_at::timestamp < timezone('utc', clock_timestamp()) - interval '1 minute')`

const findCredential = prepareLookup('find_api_key_credentials')<[keyId: string], ApiKeyCredential>(`
  select asked.position::int, k.user_id as owner, u.role, u.limits as "ownLimits", k.digest,
    array_to_string(k.scopes, ' ') as scopes, ${isUseDue} as "isUseDue"
  from ${rowsOf('$1::text[]')} with ordinality as asked (key_id, position)
    join api_keys k on k.key_id = asked.key_id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
    join users u on u.id = k.user_id and u.disabled_at is null
`)

const updateLastUsed = prepare('mark_api_key_used')<
  [keyId: string, from: string | null],
  { isFirst: boolean }
>(
  `update api_keys k set last_used_at = iso_now(), last_used_from = $2
  from ${withoutWaiting}, api_keys before
  where k.key_id = $1 and before.key_id = k.key_id and ${isUseDue}
  returning before.last_used_at is null as "isFirst"`,
)

/** Stores a key as the digest of its secret. */
export async function createApiKey(db: Database, owner: OwnerId, key: NewApiKey): Promise<StoredApiKey> {
  const { keyId, name, scopes, expiresAt } = key
  return await db.prisma.apiKey.create({
    data: { keyId, userId: owner, digest: new Uint8Array(key.digest), name, scopes, expiresAt },
    select: shownFields,
  })
}

/** Lists the owner's keys, newest first, with revoked ones, without secrets or digests. */
export async function listApiKeys(db: Database, owner: OwnerId): Promise<StoredApiKey[]> {
  return await db.prisma.apiKey.findMany({
    where: { userId: owner },
    select: shownFields,
    orderBy: [{ createdAt: 'desc' }, { keyId: 'asc' }],
  })
}

/** Revokes a key permanently, effective when this returns. False when the owner has no such key. */
export async function revokeApiKey(db: Database, owner: OwnerId, keyId: string): Promise<boolean> {
  const where = { keyId, userId: owner }
  const revokedAt = await readClock(db)
  await db.prisma.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt } })
  return (await db.prisma.apiKey.count({ where })) === 1
}

/**
 * Finds a key by the id in its secret. Null when there is none, when it is revoked or expired, and when its user is
 * disabled. Only for authentication.
 */
export async function findApiKey(db: Database, keyId: string): Promise<ApiKeyCredential | null> {
  return await findCredential(db, [keyId])
}

/**
 * Records when and from which network a key was used, at most once a minute. Needed only when the key has `isUseDue`.
 * Returns whether this was its first use.
 */
export async function markApiKeyUsed(
  db: Database,
  { keyId, from }: { readonly keyId: string; readonly from: string | null },
): Promise<boolean> {
  const [marked] = await updateLastUsed(db.pool, [keyId, from])
  return marked?.isFirst ?? false
}
