import { randomUUID } from 'node:crypto'
import { LIMITS } from '@parley/contract'
import { errors, jwtVerify, SignJWT } from 'jose'

const ALGORITHM = 'HS256'
const AUDIENCE = 'parley'
/** Longer tokens are refused before any work is done on them. */
const MAX_TOKEN_LENGTH = 4_096

type AccessTokenClaims = {
  readonly userId: string
  readonly tokenId: string
  readonly expiresAt: Date
}

export type AccessTokens = {
  /** Signs a token for a user, valid for `LIMITS.accessTokenSeconds`. */
  readonly sign: (userId: string) => Promise<string>
  /** Null for everything that is not a token of ours in its lifetime. Revocation is checked by the caller. */
  readonly verify: (token: string) => Promise<AccessTokenClaims | null>
}

/**
 * JSON Web Tokens (RFC 7519) under one fixed algorithm: the header of a token never chooses how it is checked.
 * `key` has 32 bytes, `issuer` is the origin of the deployment.
 */
export function createAccessTokens(key: Uint8Array, issuer: string): AccessTokens {
  return {
    sign(userId) {
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${LIMITS.accessTokenSeconds}s`)
        .sign(key)
    },
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: 'JWT',
          issuer,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'iat', 'exp', 'jti'],
          clockTolerance: 60,
        })
        const { sub, jti, exp } = payload
        if (!sub || !jti || !exp) return null
        return { userId: sub, tokenId: jti, expiresAt: new Date(exp * 1000) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
