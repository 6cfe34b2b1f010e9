import type { VerifiedProof } from '../admission/admission-policy.ts'

/** The secrets of one sign-in at the identity provider, all derived from its state. */
export type SignInSecrets = {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly codeVerifier: string
}

/** The identity provider of this installation. */
export type IdentityProvider = {
  /** Its name on the sign-in page. */
  readonly name: string
  /** Returns the address to which the browser goes. Throws `upstream_failed` when the provider does not answer. */
  readonly start: (secrets: SignInSecrets) => Promise<URL>
  /**
   * Exchanges the parameters of the browser's return for a verified proof. Throws `unauthenticated` for every reply
   * that is not a valid, fresh one to this sign-in.
   */
  readonly finish: (returned: URLSearchParams, secrets: SignInSecrets) => Promise<VerifiedProof>
}
