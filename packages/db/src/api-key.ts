import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import type { OwnerId } from './owner.ts'
import { prepare, withoutWaiting } from './statement.ts'

export type ApiKey = {
  readonly keyId: string
  readonly name: string
  readonly createdAt: string
  readonly expiresAt: Date | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** What authentication needs to know of a key before it trusts it. */
export type ApiKeyCredential = {
  /** Not authenticated until the caller's secret matches `digest`. */
  readonly owner: OwnerId
  readonly keyId: string
  readonly digest: Buffer
  readonly isRevoked: boolean
  readonly isExpired: boolean
  /** Whether `markApiKeyUsed` would write anything: the last noted use is a minute ago. */
  readonly isUseDue: boolean
}

type NewApiKey = {
  readonly keyId: string
  readonly digest: Buffer
  readonly name: string
  readonly expiresAt: Date | null
}

const shownFields = {
  keyId: true,
  name: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
}

// Once a minute is enough for a person to read, and keeps a busy key from being written at every request.
const isUseDue = `(k.last_used_at is null
  or k.last_used_at::timestamp < timezone('utc', clock_timestamp()) - interval '1 minute')`

const findCredential = prepareLookup<[keyId: string], ApiKeyCredential>(
  'find_api_key_credentials',
  `select asked.position::int, k.user_id as owner, k.key_id as "keyId", k.digest,
     k.revoked_at is not null as "isRevoked", coalesce(k.expires_at <= clock_timestamp(), false) as "isExpired",
     ${isUseDue} as "isUseDue"
   from unnest($1::text[]) with ordinality as asked (key_id, position) join api_keys k on k.key_id = asked.key_id`,
)

const updateLastUsed = prepare<[keyId: string], object>(
  'mark_api_key_used',
  `update api_keys k set last_used_at = iso_now() from ${withoutWaiting} where key_id = $1 and ${isUseDue}`,
)

const setRevoked = prepare<[owner: OwnerId, keyId: string], object>(
  'revoke_api_key',
  `update api_keys set revoked_at = coalesce(revoked_at, iso_now()) where user_id = $1 and key_id = $2 returning key_id`,
)

/** Stores a key as the digest of its secret. */
export async function createApiKey(db: Database, owner: OwnerId, key: NewApiKey): Promise<ApiKey> {
  const { keyId, name, expiresAt } = key
  return await db.prisma.apiKey.create({
    data: { keyId, userId: owner, digest: new Uint8Array(key.digest), name, expiresAt },
    select: shownFields,
  })
}

/** Lists the owner's keys, newest first, revoked ones included; without anything that could authenticate. */
export async function listApiKeys(db: Database, owner: OwnerId): Promise<ApiKey[]> {
  return await db.prisma.apiKey.findMany({
    where: { userId: owner },
    select: shownFields,
    orderBy: [{ createdAt: 'desc' }, { keyId: 'asc' }],
  })
}

/** Revokes a key for good, effective when this returns. False when the owner has no such key. */
export async function revokeApiKey(db: Database, owner: OwnerId, keyId: string): Promise<boolean> {
  const revoked = await setRevoked(db.pool, [owner, keyId])
  return revoked.length === 1
}

/** Looks a key up by the id that its secret carries; null when there is none. For authentication alone. */
export async function findApiKey(db: Database, keyId: string): Promise<ApiKeyCredential | null> {
  return await findCredential(db, [keyId])
}

/** Notes that a key was used, to the minute. Needed only where the key says `isUseDue`. */
export async function markApiKeyUsed(db: Database, keyId: string): Promise<void> {
  await updateLastUsed(db.pool, [keyId])
}
