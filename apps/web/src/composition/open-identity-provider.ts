import type { IdentityProvider, VerifiedProof } from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import type { EgressClient } from '@parley/net'
import type { Configuration, IDToken } from 'openid-client'
import type { IdentitySettings } from '../read-identity.ts'

type Options = {
  readonly fetch: EgressClient['fetch']
  readonly redirectUri: string
}

/** How far the clocks of the provider and of this machine may differ. */
const CLOCK_SECONDS = 300
/** After a signature by an unknown key, the keys are read again, at most so often. */
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
  let opened: Promise<Configuration> | null = null
  let droppedAtMs = 0

  const configure = () => {
    if (opened !== null) return opened
    opened = discover(settings, fetch)
    // A provider that was away is asked again at the next sign-in.
    opened.catch(() => {
      opened = null
    })
    return opened
  }

  return {
    name: settings.name,
    async start({ state, nonce, codeVerifier }) {
      const client = await import('openid-client')
      const configuration = await configure().catch((cause: unknown) => {
        const sentence = 'The identity provider cannot be reached. Try again, or ask the operator.'
        throw new AppError('upstream_failed', sentence, { cause })
      })
      return client.buildAuthorizationUrl(configuration, {
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
        // The provider has changed its keys: the next sign-in reads them again.
        if (isUnknownKey(error) && Date.now() - droppedAtMs > REREAD_AFTER_MS) {
          opened = null
          droppedAtMs = Date.now()
        }
        if (isAppError(error) && error.code === 'unauthenticated') throw error
        throw new AppError('unauthenticated', REFUSED, { cause: error })
      }
    },
  }
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

/** What the library leaves to its caller. */
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
 * A claim that is missing means no group: providers leave it out for a person who is in none. Null, unknown, where the
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
