/** Names under which the console's session travels: with TLS a browser binds the first to this host. */
export const SESSION_COOKIES = ['__Host-parley.session', 'parley.session'] as const

/** The name to set for an origin. */
export function sessionCookieName(origin: string): (typeof SESSION_COOKIES)[number] {
  return origin.startsWith('https:') ? SESSION_COOKIES[0] : SESSION_COOKIES[1]
}
