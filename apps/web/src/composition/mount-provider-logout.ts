import type { IncomingMessage } from 'node:http'
import { type RestReply, readBody, replyError, toAppError } from '@parley/api'
import { type Deps, endProviderSessions, type IdentityProvider } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Logger } from 'pino'
import type { Mount } from '../shell/create-shell.ts'
import { readClientAddress } from '../shell/read-client-address.ts'
import { receiveBody } from '../shell/receive-body.ts'
import { SHELL_TIMES } from '../shell/shell-times.ts'
import { writeReply } from '../shell/write-reply.ts'

/** The address that the operator registers at the provider as the back-channel logout URI. */
export const PROVIDER_LOGOUT = '/api/auth/oidc/logout'

type Options = { readonly provider: IdentityProvider; readonly proxyHops: number; readonly log: Logger }

const DONE: RestReply = { status: 200, headers: { 'cache-control': 'no-store' }, body: '' }

/**
 * Takes logout tokens from the identity provider and ends the sessions of the person (OpenID Connect Back-Channel Logout
 * 1.0, sections 2.5 and 2.8). Refusals are failures in the documented form.
 */
export function mountProviderLogout(deps: Deps, { provider, proxyHops, log }: Options): Mount {
  const answer = async (request: IncomingMessage): Promise<RestReply> => {
    try {
      const logoutToken = await readToken(request)
      const clientAddress = readClientAddress(request, proxyHops)
      await endProviderSessions(deps, provider, { logoutToken, clientAddress })
      return DONE
    } catch (error) {
      const known = toAppError(error)
      if (known.code === 'internal') log.error({ err: error }, 'a logout of the identity provider failed')
      else log.info({ code: known.code, err: known.cause }, 'a logout of the identity provider was refused')
      return replyError(known, known.code === 'method_not_allowed' ? { allow: 'POST' } : {})
    }
  }
  return async (request, response) =>
    writeReply({ request, response, times: SHELL_TIMES }, await answer(request))
}

async function readToken(request: IncomingMessage): Promise<string> {
  if (request.method !== 'POST') throw new AppError('method_not_allowed', 'Send the logout token with POST.')
  const [type] = (request.headers['content-type'] ?? '').split(';')
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new AppError(
      'unsupported_media_type',
      'Send the logout token as application/x-www-form-urlencoded.',
    )
  const body = await readBody(receiveBody(request), request.headers['content-length'])
  const [token, ...others] = new URLSearchParams(Buffer.from(body).toString('utf8')).getAll('logout_token')
  if (!token || others.length > 0)
    throw new AppError('invalid_request', 'The body must have one parameter logout_token.')
  return token
}
