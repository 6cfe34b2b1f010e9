import { authorize } from '@parley/api'
import { type Deps, finishSignIn } from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import type { Logger } from 'pino'
import type { Mount } from '../shell/create-shell.ts'
import { readSessionToken } from '../shell/read-session-token.ts'

/** The address to which the authorization server of a tool server redirects the owner's browser. */
export const SIGN_IN_CALLBACK = '/api/mcp/oauth/callback'

/**
 * Handles the redirect from the authorization server of a tool server. It redirects the owner's browser to
 * the tools with the outcome in `sign_in`: `done`, `failed`, or `signed_out` without a session. The request
 * comes from another origin, so its `state` authenticates it: only the session that started the sign-in has
 * that value.
 */
export function mountSignInCallback(deps: Deps, log: Logger): Mount {
  return async (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end()
      return
    }
    const page = new URL('/tools', deps.origin)
    try {
      const { searchParams } = new URL(request.url ?? '/', deps.origin)
      const caller = await authorize(
        { deps, bearer: readSessionToken(request, deps.origin) },
        { audience: 'person' },
      )
      if (!caller) throw new AppError('unauthenticated', 'Sign in to the console first.')
      page.searchParams.set('server', await finishSignIn(deps, caller.owner, searchParams))
      page.searchParams.set('sign_in', 'done')
    } catch (error) {
      const isSignedOut = isAppError(error) && error.code === 'unauthenticated'
      if (!isAppError(error)) log.error({ err: error }, 'a sign-in at a tool server could not be finished')
      page.searchParams.set('sign_in', isSignedOut ? 'signed_out' : 'failed')
    }
    response.writeHead(303, { location: page.href, 'cache-control': 'no-store' }).end()
  }
}
