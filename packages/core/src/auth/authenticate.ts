import { timingSafeEqual } from 'node:crypto'
import { type ApiKeyScope, SCOPES } from '@parley/contract'
import { type Database, findApiKey, findTokenOwner, markApiKeyUsed, type OwnerId } from '@parley/db'
import type { OwnLimits, Role } from '@parley/domain'
import { recordEvent } from '../event/record-event.ts'
import { toAddressPrefix } from '../secrets/address-prefix.ts'
import { digestApiKey, parseApiKey } from '../secrets/api-key-secret.ts'
import type { AccessTokens } from './access-token.ts'

type Deps = { readonly db: Database; readonly accessTokens: AccessTokens; readonly apiKeyPepper: Uint8Array }

/** The caller, its role as of now, and the kind of credential it used. */
export type Caller =
  | {
      readonly kind: 'api_key'
      readonly owner: OwnerId
      readonly role: Role
      readonly ownLimits: OwnLimits | null
      readonly keyId: string
      readonly scopes: readonly ApiKeyScope[]
    }
  | {
      readonly kind: 'person'
      readonly owner: OwnerId
      readonly role: Role
      readonly ownLimits: OwnLimits | null
      readonly tokenId: string
      readonly signedInAt: Date
      readonly expiresAt: Date
    }

export type Credential = {
  /** An API key's secret or an access token. */
  readonly bearer: string
  /** Null when it is unknown. */
  readonly clientAddress: string | null
}

const NO_DIGEST = Buffer.alloc(32)

/**
 * Returns the caller of a Bearer value. Returns null when it is unknown, revoked or expired, and when its user is
 * disabled. A revocation or a change of the user takes effect on every replica by the time the reply to it is sent.
 * The role is read each time and is in no token.
 */
export async function authenticate(deps: Deps, credential: Credential): Promise<Caller | null> {
  const { bearer } = credential
  return bearer.startsWith('prl_') ? authenticateApiKey(deps, credential) : authenticateToken(deps, bearer)
}

/** Whether the caller may do what the scope allows. A signed-in person may do everything. */
export function hasScope(caller: Caller, scope: ApiKeyScope): boolean {
  return caller.kind === 'person' || caller.scopes.includes(scope)
}

async function authenticateApiKey(deps: Deps, { bearer, clientAddress }: Credential): Promise<Caller | null> {
  const parsed = parseApiKey(bearer)
  if (!parsed) return null
  const stored = await findApiKey(deps.db, parsed.keyId)
  // An unknown id costs the same comparison as a known one.
  const isMatch = timingSafeEqual(digestApiKey(deps.apiKeyPepper, parsed.secret), stored?.digest ?? NO_DIGEST)
  if (!stored || !isMatch) return null
  const { keyId } = parsed
  // The request does not wait for this record, and a failure of it is no failure of the request.
  if (stored.isUseDue) void markUsed(deps, { keyId, owner: stored.owner, clientAddress }).catch(() => {})
  const { owner, role, ownLimits } = stored
  return { kind: 'api_key', owner, role, ownLimits, keyId, scopes: knownScopes(stored.scopes) }
}

const scopesByText = new Map<string, readonly ApiKeyScope[]>()

/** The scopes of a text, read once for all requests: a key's scopes never change, and few combinations exist. */
function knownScopes(text: string): readonly ApiKeyScope[] {
  const known = scopesByText.get(text)
  if (known) return known
  const scopes = readScopes(text.split(' '))
  scopesByText.set(text, scopes)
  return scopes
}

async function markUsed(
  deps: Deps,
  { keyId, owner, clientAddress }: { keyId: string; owner: OwnerId; clientAddress: string | null },
): Promise<void> {
  const isFirst = await markApiKeyUsed(deps.db, { keyId, from: toAddressPrefix(clientAddress) })
  if (!isFirst) return
  const origin = { door: 'service', clientAddress } as const
  await recordEvent(deps, { ...origin, owner, keyId, action: 'apiKey.firstUse', targetId: keyId })
}

async function authenticateToken(deps: Deps, bearer: string): Promise<Caller | null> {
  const claims = await deps.accessTokens.verify(bearer)
  if (!claims) return null
  const { tokenId, userId, issuedAt, expiresAt } = claims
  const found = await findTokenOwner(deps.db, { tokenId, userId, issuedAt })
  return found && { kind: 'person', ...found, tokenId, signedInAt: issuedAt, expiresAt }
}

/** A scope of a later version is not known here and allows nothing. */
export function readScopes(stored: readonly string[]): ApiKeyScope[] {
  return SCOPES.filter((scope) => stored.includes(scope))
}
