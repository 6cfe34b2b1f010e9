import type { Deps, IdentityProvider } from '@parley/core'
import type { Logger } from 'pino'
import { PROVIDER_SESSION_COOKIE } from '../auth/session-cookies.ts'
import type { Mount } from '../shell/create-shell.ts'
import { isSameOrigin } from '../shell/is-same-origin.ts'
import { setCookie } from './set-cookie.ts'

/** The address to which the console goes after it has ended its session, when the provider has a session too. */
export const PROVIDER_SIGN_OUT = '/api/auth/oidc/sign-out'

type Options = { readonly provider: IdentityProvider; readonly log: Logger }

/**
 * Sends the browser to the identity provider, which ends its own session (OpenID Connect RP-Initiated Logout 1.0) and
 * sends the browser back to the front page. When the provider cannot do this, and for a request from another site, the
 * browser goes there directly.
 */
export function mountProviderSignOut({ origin }: Deps, { provider, log }: Options): Mount {
  const frontPage = new URL('/', origin)
  return async (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end()
      return
    }
    if (!isSameOrigin(request)) {
      response.writeHead(303, { location: frontPage.href, 'cache-control': 'no-store' }).end()
      return
    }
    const address = await provider.endSessionUrl().catch((error: unknown) => {
      log.info({ err: error }, 'the session at the identity provider could not be ended')
      return null
    })
    const ended = setCookie({ origin }, PROVIDER_SESSION_COOKIE, { value: '', seconds: 0, isReadable: true })
    const location = (address ?? frontPage).href
    response.writeHead(303, { location, 'set-cookie': ended, 'cache-control': 'no-store' }).end()
  }
}
