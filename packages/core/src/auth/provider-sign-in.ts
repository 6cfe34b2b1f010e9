import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createPendingSignIn, type OwnerId, takePendingSignIn } from '@parley/db'
import { AppError } from '@parley/errors'
import type { VerifiedProof } from '../admission/admission-policy.ts'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import type { IdentityProvider, SignInSecrets } from './identity-provider.ts'

type StartDeps = SignInDeps & { readonly apiKeyPepper: Uint8Array }

/** Time for which a person may stay at the identity provider. */
export const PROVIDER_SIGN_IN_SECONDS = 600

/**
 * Starts a sign-in at the identity provider, or with `owner` the addition of a proof to that account. Returns the address for the browser and the secret for its cookie.
 * Throws `rate_limited`, and `upstream_failed` when the provider does not answer.
 */
export async function startProviderSignIn(
  deps: StartDeps,
  provider: IdentityProvider,
  { clientAddress, owner }: { readonly clientAddress: string | null; readonly owner: OwnerId | null },
): Promise<{ readonly url: URL; readonly browserSecret: string }> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const secrets = deriveSecrets(deps, randomBytes(32).toString('base64url'))
  const url = await provider.start(secrets)
  const browserSecret = randomBytes(32).toString('base64url')
  await createPendingSignIn(deps.db, {
    stateDigest: digest(secrets.state),
    browserDigest: digest(browserSecret),
    lifetimeSeconds: PROVIDER_SIGN_IN_SECONDS,
    owner,
  })
  return { url, browserSecret }
}

export type ProviderReturn = {
  /** What the provider added to the address of the callback. */
  readonly returned: URLSearchParams
  /** The secret in the browser's cookie; empty without one. */
  readonly browserSecret: string
  readonly clientAddress: string | null
}

/** A proof of the identity provider, and the account to which it is to be added; null for a sign-in. */
export type ReturnedProof = { readonly proof: VerifiedProof; readonly owner: OwnerId | null }

/**
 * Finishes a sign-in at the identity provider: returns its proof, for `signInWithProof` or `addProof`. A state is
 * accepted once over all replicas, from the browser that started the sign-in. A proof is added for the person who
 * started, whatever session the browser has now. Throws `unauthenticated` for a state or a reply that is not valid, and
 * `rate_limited`.
 */
export async function finishProviderSignIn(
  deps: StartDeps,
  provider: IdentityProvider,
  { returned, browserSecret, clientAddress }: ProviderReturn,
): Promise<ReturnedProof> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const state = returned.get('state') ?? ''
  const pending = { stateDigest: digest(state), browserDigest: digest(browserSecret) }
  const taken = await takePendingSignIn(deps.db, pending)
  if (!taken) {
    const sentence =
      'This sign-in was finished before, took too long, or began in another browser. Sign in again.'
    throw new AppError('unauthenticated', sentence)
  }
  return { proof: await provider.finish(returned, deriveSecrets(deps, state)), owner: taken.owner }
}

/** Only a process that has the key of this installation can derive them, so they are stored nowhere. */
function deriveSecrets({ apiKeyPepper }: StartDeps, state: string): SignInSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', apiKeyPepper).update(`provider sign-in ${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
