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
    sign: (userId) => sign(userId, { key, issuer }),
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

function sign(userId: string, { key, issuer }: Signing): Promise<string> {
  return (
    new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setJti(randomUUID())
      // With milliseconds, because sessions that began before a moment can be ended.
      .setIssuedAt(Date.now() / 1000)
      .setExpirationTime(`${LIMITS.accessTokenSeconds}s`)
      .sign(key)
  )
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
