import { hash, randomUUID } from 'node:crypto'
import { LIMITS } from '@parley/contract'
import { errors, jwtVerify, SignJWT } from 'jose'

const ALGORITHM = 'HS256'
const AUDIENCE = 'parley'
/** Longer tokens are refused before any work is done on them. */
const MAX_TOKEN_LENGTH = 4_096
const CLOCK_TOLERANCE_SECONDS = 60
/** Maximum tokens whose verified signature is cached. */
const KEPT_COUNT = 1_000

type AccessTokenClaims = {
  readonly userId: string
  readonly tokenId: string
  /** When its user signed in. */
  readonly issuedAt: Date
  readonly expiresAt: Date
}

export type AccessTokens = {
  /** Signs a token for a user, valid for `LIMITS.accessTokenSeconds`. */
  readonly sign: (userId: string) => Promise<string>
  /**
   * Signs the same token with more time: `LIMITS.accessTokenSeconds` from now, and at most
   * `LIMITS.longestSessionSeconds` after the sign-in. The id of the token stays, so revoking the old or the new form
   * revokes both.
   */
  readonly renew: (token: Omit<AccessTokenClaims, 'expiresAt'>) => Promise<string>
  /**
   * Returns null unless the text is a valid, unexpired token of this service. The caller checks revocation.
   */
  readonly verify: (token: string) => Promise<AccessTokenClaims | null>
}

/**
 * JSON Web Tokens (RFC 7519) under one fixed algorithm: the header of a token never chooses how it is
 * checked. `key` has 32 bytes, `issuer` is the origin of the deployment. Valid signatures are cached, because
 * checking one costs as much as a small request. Expiry is checked every time.
 */
export function createAccessTokens(key: Uint8Array, issuer: string): AccessTokens {
  const verified = new Map<string, AccessTokenClaims>()
  return {
    // With milliseconds, because sessions that began before a moment can be ended.
    sign: (userId) => sign({ userId, tokenId: randomUUID(), issuedAt: new Date() }, { key, issuer }),
    renew: (token) => sign(token, { key, issuer }),
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null
      // The cache key is a digest of the whole token, so a token that differs at any place misses the cache.
      const digest = hash('sha256', token, 'base64')
      const known = verified.get(digest)
      if (known) return isExpired(known) ? null : known

      const claims = await readClaims(token, { key, issuer })
      if (!claims) return null
      const [oldest] = verified.keys()
      if (verified.size >= KEPT_COUNT && oldest !== undefined) verified.delete(oldest)
      verified.set(digest, claims)
      return claims
    },
  }
}

type Signing = { readonly key: Uint8Array; readonly issuer: string }

type SignedClaims = Omit<AccessTokenClaims, 'expiresAt'>

function sign({ userId, tokenId, issuedAt }: SignedClaims, { key, issuer }: Signing): Promise<string> {
  const issuedSeconds = issuedAt.getTime() / 1000
  const expiresSeconds = Math.min(
    Date.now() / 1000 + LIMITS.accessTokenSeconds,
    issuedSeconds + LIMITS.longestSessionSeconds,
  )
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(tokenId)
    .setIssuedAt(issuedSeconds)
    .setExpirationTime(Math.floor(expiresSeconds))
    .sign(key)
}

async function readClaims(token: string, { key, issuer }: Signing): Promise<AccessTokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: 'JWT',
      issuer,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    const { sub, jti, exp, iat } = payload
    if (!sub || !jti || !exp || !iat) return null
    const issuedAt = new Date(Math.round(iat * 1000))
    return { userId: sub, tokenId: jti, issuedAt, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function isExpired({ expiresAt }: AccessTokenClaims): boolean {
  return expiresAt.getTime() <= Date.now() - CLOCK_TOLERANCE_SECONDS * 1000
}
