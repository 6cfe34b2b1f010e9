import type { Audience } from '@parley/contract'
import { authenticate, type Caller } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Context } from './context.ts'

/**
 * Authorises the caller of an operation. Every operation calls this before it reads its input. Returns null for public
 * operations. Throws `unauthenticated` or `forbidden`.
 */
export async function authorize(
  context: Pick<Context, 'deps' | 'bearer'>,
  audience: Audience,
): Promise<Caller | null> {
  if (audience === 'public') return null
  if (!context.bearer) {
    throw new AppError(
      'unauthenticated',
      'Send an API key or an access token: Authorization: Bearer <value>.',
    )
  }
  const caller = await authenticate(context.deps, context.bearer)
  if (!caller) throw new AppError('unauthenticated', 'The credential is unknown, revoked or expired.')
  if (audience === 'person' && caller.kind !== 'person') {
    throw new AppError('forbidden', 'An API key cannot do this; sign in with a wallet.')
  }
  if (audience === 'api_key' && caller.kind !== 'api_key') {
    throw new AppError('forbidden', 'Call this with the API key that you want to revoke.')
  }
  return caller
}
