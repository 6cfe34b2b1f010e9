import type { IncomingMessage } from 'node:http'
import { SESSION_COOKIES } from '../auth/session-cookies.ts'

/** The console's access token out of its cookie; null when there is none. */
export function readSessionToken(request: IncomingMessage): string | null {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name = '', value = ''] = pair.trim().split('=', 2)
    if (SESSION_COOKIES.some((known) => known === name)) return decodeURIComponent(value)
  }
  return null
}
