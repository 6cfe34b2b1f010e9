import type { VerifiedProof } from '../admission/admission-policy.ts'

/** The secrets of one sign-in at the identity provider, all derived from its state. */
export type SignInSecrets = {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly codeVerifier: string
}

/** How far the time of issue of a logout token may be from now. */
export const LOGOUT_TOKEN_SECONDS = 300

/** What a verified logout token says. */
export type VerifiedLogout = {
  readonly issuer: string
  /** The person whose sessions end. */
  readonly subject: string
  /** Its `jti`. */
  readonly tokenId: string
  readonly issuedAt: Date
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
  /**
   * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws `invalid_request` for every
   * token that is not valid, and for one that names a session instead of a person.
   */
  readonly readLogout: (token: string) => Promise<VerifiedLogout>
  /**
   * The address that ends the session of this browser at the provider (OpenID Connect RP-Initiated Logout 1.0) and leads
   * back to the front page. Null when the provider has none. Throws `upstream_failed` when it does not answer.
   */
  readonly endSessionUrl: () => Promise<URL | null>
}
