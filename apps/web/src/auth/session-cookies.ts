/** Names of the console's session cookie. With TLS the browser binds the first name to this host. */
export const SESSION_COOKIES = ['__Host-parley.session', 'parley.session'] as const

/** The cookie name for an origin. */
export function sessionCookieName(origin: string): (typeof SESSION_COOKIES)[number] {
  return origin.startsWith('https:') ? SESSION_COOKIES[0] : SESSION_COOKIES[1]
}

/** Names of the cookie that a browser keeps while its user signs in at the identity provider: with TLS, and without. */
export const PROVIDER_COOKIES = ['__Host-parley.sign-in', 'parley.sign-in'] as const

/** The cookie with the sentence that the front page shows after a refused sign-in. */
export const REFUSAL_COOKIE = 'parley.sign-in-refusal'

/**
 * The cookie of a browser in which a person signed in at the identity provider. Scripts may read it: it says only that
 * signing out ends the provider's session too.
 */
export const PROVIDER_SESSION_COOKIE = 'parley.provider-session'
