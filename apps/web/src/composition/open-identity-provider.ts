import type { IdentityProvider, VerifiedProof } from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import type { EgressClient } from '@parley/net'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import type { Configuration, IDToken } from 'openid-client'
import type { IdentitySettings } from '../read-identity.ts'
import { readLogoutToken } from './read-logout-token.ts'

type Options = {
  readonly fetch: EgressClient['fetch']
  readonly redirectUri: string
}

/** How far the clocks of the provider and of this machine may differ. */
const CLOCK_SECONDS = 300
/** After a signature by an unknown key, the keys are read again, at most once in this time. */
const REREAD_AFTER_MS = 30_000
const SUBJECT_LENGTH = 255
const GROUPS = 1_000
const TIMEOUT_SECONDS = 10

/**
 * Opens the identity provider (OpenID Connect Core 1.0, code flow with PKCE S256). Every signature of an ID token is
 * checked, although the token comes over TLS. Nothing is read from the provider before the first sign-in.
 */
export function openIdentityProvider(
  settings: IdentitySettings,
  { fetch, redirectUri }: Options,
): IdentityProvider {
  const { configure, rereadKeys } = openConfiguration(settings, fetch)
  const keysOf = rememberKeys(fetch)
  return {
    name: settings.name,
    async start({ state, nonce, codeVerifier }) {
      const client = await import('openid-client')
      return client.buildAuthorizationUrl(await configure().catch(refuseUnreachable), {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async finish(returned, { state, nonce, codeVerifier }) {
      const client = await import('openid-client')
      const url = new URL(`${redirectUri}?${returned}`)
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
      try {
        const reply = await client.authorizationCodeGrant(await configure(), url, {
          ...checks,
          idTokenExpected: true,
        })
        const claims = reply.claims()
        if (!claims) throw new AppError('unauthenticated', REFUSED)
        return readProof(claims, settings)
      } catch (error) {
        if (isUnknownKey(error)) rereadKeys()
        if (isAppError(error) && error.code === 'unauthenticated') throw error
        throw new AppError('unauthenticated', REFUSED, { cause: error })
      }
    },
    async readLogout(token) {
      const configuration = await configure().catch(refuseUnreachable)
      const rules = { issuer: configuration.serverMetadata().issuer, clientId: settings.clientId }
      const claims = await readLogoutToken(token, { ...rules, keys: keysOf(configuration) })
      return { issuer: settings.issuer, ...claims }
    },
    async endSessionUrl() {
      const client = await import('openid-client')
      const configuration = await configure().catch(refuseUnreachable)
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const parameters = { post_logout_redirect_uri: new URL('/', redirectUri).href }
      return client.buildEndSessionUrl(configuration, parameters)
    },
  }
}

/** What the provider says of itself, read at the first use. */
function openConfiguration(settings: IdentitySettings, fetch: EgressClient['fetch']) {
  let opened: Promise<Configuration> | null = null
  let droppedAtMs = 0
  return {
    configure: () => {
      if (opened !== null) return opened
      opened = discover(settings, fetch)
      // A provider that was away is asked again at the next sign-in.
      opened.catch(() => {
        opened = null
      })
      return opened
    },
    /** The provider has changed its keys: the next sign-in reads them again. */
    rereadKeys: () => {
      if (Date.now() - droppedAtMs <= REREAD_AFTER_MS) return
      opened = null
      droppedAtMs = Date.now()
    },
  }
}

/** The keys that check logout tokens. When a token names an unknown key, the keys are read again. */
function rememberKeys(fetch: EgressClient['fetch']): (configuration: Configuration) => JWTVerifyGetKey {
  const known = new WeakMap<Configuration, JWTVerifyGetKey>()
  return (configuration) => {
    const address = URL.parse(configuration.serverMetadata().jwks_uri ?? '')
    if (!address) return refuseUnreachable(new Error('The provider names no address of its keys.'))
    const keys =
      known.get(configuration) ??
      createRemoteJWKSet(address, {
        [customFetch]: (url, init) => fetch(url, init),
        cooldownDuration: REREAD_AFTER_MS,
        timeoutDuration: TIMEOUT_SECONDS * 1000,
      })
    known.set(configuration, keys)
    return keys
  }
}

function refuseUnreachable(cause: unknown): never {
  const sentence = 'The identity provider cannot be reached. Try again, or ask the operator.'
  throw new AppError('upstream_failed', sentence, { cause })
}

const REFUSED = 'The identity provider did not confirm this sign-in. Sign in again.'

async function discover(
  { issuer, clientId, clientSecret }: IdentitySettings,
  fetch: EgressClient['fetch'],
): Promise<Configuration> {
  const client = await import('openid-client')
  const isInsecure = issuer.startsWith('http:')
  const authentication = clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret)
  const metadata = { [client.clockTolerance]: CLOCK_SECONDS }
  return client.discovery(new URL(issuer), clientId, metadata, authentication, {
    [client.customFetch]: (url, init) => fetch(url, init as RequestInit),
    timeout: TIMEOUT_SECONDS,
    execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
  })
}

/** Checks the claims that the library leaves to its caller, and returns the proof that they give. */
function readProof(claims: IDToken, { issuer, clientId, groupsClaim }: IdentitySettings): VerifiedProof {
  const { sub, azp, iat } = claims
  const isNow = Math.abs(Date.now() / 1000 - iat) <= CLOCK_SECONDS
  const isForUs = azp === undefined || azp === clientId
  if (!isNow || !isForUs || sub === '' || sub.length > SUBJECT_LENGTH)
    throw new AppError('unauthenticated', REFUSED)
  const email = typeof claims.email === 'string' ? claims.email : null
  const label = [email, claims.preferred_username, sub].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return {
    kind: 'oidc',
    issuer,
    subject: sub,
    label: String(label).slice(0, SUBJECT_LENGTH),
    walletAddress: null,
    verifiedEmail: claims.email_verified === true ? email : null,
    groups: readGroups(claims, groupsClaim),
  }
}

/**
 * A missing claim means no group: providers leave it out for a person without groups. Returns null (unknown) when the
 * provider says that there are too many to send (Microsoft Entra, "groups overage claim"), or sends another form.
 */
function readGroups(claims: IDToken, name: string): string[] | null {
  const claim = claims[name]
  const elsewhere: unknown = claims._claim_names
  const isOverage =
    claims.hasgroups === true || (Object(elsewhere) === elsewhere && name in Object(elsewhere))
  if (claim === undefined) return isOverage ? null : []
  if (!Array.isArray(claim) || claim.length > GROUPS) return null
  return claim.every((group) => typeof group === 'string') ? claim : null
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'OAUTH_KEY_SELECTION_FAILED'
}
