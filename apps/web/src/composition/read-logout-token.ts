import { LOGOUT_TOKEN_SECONDS, type VerifiedLogout } from '@parley/core'
import { AppError } from '@parley/errors'
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'

/** The provider's keys are public, so a client could make a token under a symmetric algorithm. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** Providers from before the type was named send `JWT`. Access tokens have another type. */
const TYPES = new Set(['logout+jwt', 'application/logout+jwt', 'jwt'])
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Longer tokens are refused before any work is done on them. */
const MAX_TOKEN_LENGTH = 16_384

const Claims = z.object({
  sub: z.string().min(1).max(255),
  jti: z.string().min(1).max(1_000),
  iat: z.number(),
  events: z.object({ [LOGOUT_EVENT]: z.record(z.string(), z.unknown()) }),
  /** A logout token has none; an ID token may have it. */
  nonce: z.never().optional(),
})

type Rules = {
  /** As the provider spells it. */
  readonly issuer: string
  readonly clientId: string
  /** The keys of the provider. */
  readonly keys: JWTVerifyGetKey
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws `invalid_request` for every token
 * that is not valid. A token that names a session without its person is refused too, because no session of the provider
 * is kept here.
 */
export async function readLogoutToken(
  token: string,
  { issuer, clientId, keys }: Rules,
): Promise<Omit<VerifiedLogout, 'issuer'>> {
  if (token.length > MAX_TOKEN_LENGTH) throw new AppError('invalid_request', REFUSED)
  const claims = await verify(token, { issuer, clientId, keys }).catch((cause: unknown) => {
    throw new AppError('invalid_request', REFUSED, { cause })
  })
  const { success, data } = Claims.safeParse(claims)
  if (!success || Math.abs(Date.now() / 1000 - data.iat) > LOGOUT_TOKEN_SECONDS)
    throw new AppError('invalid_request', REFUSED)
  return { subject: data.sub, tokenId: data.jti, issuedAt: new Date(data.iat * 1000) }
}

const REFUSED = 'The logout token is not a valid one of the identity provider for a person of this service.'

async function verify(token: string, { issuer, clientId, keys }: Rules): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    requiredClaims: ['iat', 'exp', 'jti', 'sub', 'events'],
    clockTolerance: LOGOUT_TOKEN_SECONDS,
  })
  const { typ } = protectedHeader
  if (typ !== undefined && !TYPES.has(typ.toLowerCase())) throw new Error(`The type of the token is ${typ}.`)
  return payload
}
