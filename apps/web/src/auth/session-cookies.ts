/** Names of the console's session cookie. With TLS the browser binds the first name to this host. */
export const SESSION_COOKIES = ['__Host-parley.session', 'parley.session'] as const

/** The cookie name for an origin. */
export function sessionCookieName(origin: string): (typeof SESSION_COOKIES)[number] {
  return origin.startsWith('https:') ? SESSION_COOKIES[0] : SESSION_COOKIES[1]
}
