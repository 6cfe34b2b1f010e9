import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createPendingSignIn, takePendingSignIn } from '@parley/db'
import { AppError } from '@parley/errors'
import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { AccessTokens } from './access-token.ts'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import type { IdentityProvider, SignInSecrets } from './identity-provider.ts'
import { type SignedIn, signInWithProof } from './sign-in-with-proof.ts'

type StartDeps = SignInDeps & { readonly apiKeyPepper: Uint8Array }
type FinishDeps = StartDeps & { readonly accessTokens: AccessTokens; readonly admission: AdmissionPolicy }

/** Time for which a person may stay at the identity provider. */
export const PROVIDER_SIGN_IN_SECONDS = 600

/**
 * Starts a sign-in at the identity provider. Returns the address for the browser and the secret for its cookie.
 * Throws `rate_limited`, and `upstream_failed` when the provider does not answer.
 */
export async function startProviderSignIn(
  deps: StartDeps,
  provider: IdentityProvider,
  { clientAddress }: { readonly clientAddress: string | null },
): Promise<{ readonly url: URL; readonly browserSecret: string }> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const secrets = deriveSecrets(deps, randomBytes(32).toString('base64url'))
  const url = await provider.start(secrets)
  const browserSecret = randomBytes(32).toString('base64url')
  await createPendingSignIn(deps.db, {
    stateDigest: digest(secrets.state),
    browserDigest: digest(browserSecret),
    lifetimeSeconds: PROVIDER_SIGN_IN_SECONDS,
  })
  return { url, browserSecret }
}

export type ProviderReturn = {
  /** What the provider added to the address of the callback. */
  readonly returned: URLSearchParams
  /** The secret in the browser's cookie; empty without one. */
  readonly browserSecret: string
  readonly invitation: string | null
  readonly clientAddress: string | null
}

/**
 * Finishes a sign-in at the identity provider. A state counts once, for the browser that started it, on every
 * replica. Throws `unauthenticated` for a state or a reply that is not valid, and as `signInWithProof` does.
 */
export async function finishProviderSignIn(
  deps: FinishDeps,
  provider: IdentityProvider,
  { returned, browserSecret, invitation, clientAddress }: ProviderReturn,
): Promise<SignedIn> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const state = returned.get('state') ?? ''
  const pending = { stateDigest: digest(state), browserDigest: digest(browserSecret) }
  if (!(await takePendingSignIn(deps.db, pending))) {
    const sentence =
      'This sign-in was finished before, took too long, or began in another browser. Sign in again.'
    throw new AppError('unauthenticated', sentence)
  }
  const proof = await provider.finish(returned, deriveSecrets(deps, state))
  return signInWithProof(deps, proof, invitation)
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
