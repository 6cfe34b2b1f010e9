import { PROVIDER_SESSION_COOKIE } from '#web/auth/session-cookies.ts'

/**
 * The address that signing out opens. A person who signed in at the identity provider signs out there too, unless the
 * page wants another sign-in.
 */
export function addressAfterSignOut(target: string, cookies: string): string {
  const isAtProvider = cookies.split('; ').some((pair) => pair.startsWith(`${PROVIDER_SESSION_COOKIE}=`))
  return isAtProvider && target === '/' ? '/api/auth/oidc/sign-out' : target
}
