import type { IncomingMessage } from 'node:http'
import { sessionCookieName } from '../auth/session-cookies.ts'

/**
 * The console's access token out of the cookie of this origin; null when there is none. With TLS only the name that
 * a browser binds to this host counts: any other could have been set by a neighbour under the same domain.
 */
export function readSessionToken(request: IncomingMessage, origin: string): string | null {
  const wanted = sessionCookieName(origin)
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name = '', value = ''] = pair.trim().split('=', 2)
    if (name === wanted) return decode(value)
  }
  return null
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
