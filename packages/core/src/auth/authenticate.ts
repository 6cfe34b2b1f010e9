import { timingSafeEqual } from 'node:crypto'
import { type Database, findApiKey, findTokenOwner, markApiKeyUsed, type OwnerId } from '@parley/db'
import { digestApiKey, parseApiKey } from '../secrets/api-key-secret.ts'
import type { AccessTokens } from './access-token.ts'

type Deps = { readonly db: Database; readonly accessTokens: AccessTokens; readonly apiKeyPepper: Uint8Array }

/** The caller and the kind of credential it used. */
export type Caller =
  | { readonly kind: 'api_key'; readonly owner: OwnerId; readonly keyId: string }
  | { readonly kind: 'person'; readonly owner: OwnerId; readonly tokenId: string; readonly expiresAt: Date }

const NO_DIGEST = Buffer.alloc(32)

/**
 * Returns the caller of a Bearer value: an API key's secret or an access token. Returns null when it is
 * unknown, revoked or expired. On every replica a revocation takes effect once its reply was sent.
 */
export async function authenticate(deps: Deps, bearer: string): Promise<Caller | null> {
  return bearer.startsWith('prl_') ? authenticateApiKey(deps, bearer) : authenticateToken(deps, bearer)
}

async function authenticateApiKey(deps: Deps, bearer: string): Promise<Caller | null> {
  const parsed = parseApiKey(bearer)
  if (!parsed) return null
  const stored = await findApiKey(deps.db, parsed.keyId)
  // An unknown id costs the same comparison as a known one.
  const isMatch = timingSafeEqual(digestApiKey(deps.apiKeyPepper, parsed.secret), stored?.digest ?? NO_DIGEST)
  if (!stored || !isMatch || stored.isRevoked || stored.isExpired) return null
  if (stored.isUseDue) await markApiKeyUsed(deps.db, parsed.keyId)
  return { kind: 'api_key', owner: stored.owner, keyId: parsed.keyId }
}

async function authenticateToken(deps: Deps, bearer: string): Promise<Caller | null> {
  const claims = await deps.accessTokens.verify(bearer)
  if (!claims) return null
  const owner = await findTokenOwner(deps.db, { tokenId: claims.tokenId, userId: claims.userId })
  return owner && { kind: 'person', owner, tokenId: claims.tokenId, expiresAt: claims.expiresAt }
}
