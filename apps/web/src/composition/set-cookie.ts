import type { Deps } from '@parley/core'

export type CookieValue = {
  readonly value: string
  /** 0 deletes the cookie. */
  readonly seconds: number
  /** Default false. */
  readonly isReadable?: boolean
}

/**
 * The value of a `Set-Cookie` header for this origin. A redirect from another site may lead to a request that needs the
 * cookie, and with SameSite=Strict the browser would not send it there.
 */
export function setCookie(
  { origin }: Pick<Deps, 'origin'>,
  name: string,
  { value, seconds, isReadable = false }: CookieValue,
): string {
  const attributes = [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    ...(isReadable ? [] : ['HttpOnly']),
    'SameSite=Lax',
    `Max-Age=${seconds}`,
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}
