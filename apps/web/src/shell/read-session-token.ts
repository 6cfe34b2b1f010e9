import type { IncomingMessage } from 'node:http'
import { sessionCookieName } from '../auth/session-cookies.ts'

/**
 * The access token in the session cookie of this origin; null when there is none. With TLS only the name that
 * a browser binds to this host is read, because another host of the same domain could set any other name.
 */
export function readSessionToken(request: IncomingMessage, origin: string): string | null {
  return readCookie(request, sessionCookieName(origin))
}

/** The value of a cookie; null when there is none. */
export function readCookie(request: IncomingMessage, wanted: string): string | null {
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
