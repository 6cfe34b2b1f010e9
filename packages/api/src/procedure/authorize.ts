import type { Audience, Endpoint, NeededScopes } from '@parley/contract'
import { authenticate, type Caller, hasScope } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Context } from './context.ts'

/** The callers that an operation or another path accepts. */
export type AcceptedCallers = {
  readonly audience: Audience
  readonly role?: Endpoint['role']
  readonly scopes?: NeededScopes
}

/**
 * Authorises the caller of an operation. Every operation calls this before it reads its input. Returns null for public
 * operations. Throws `unauthenticated` or `forbidden`.
 */
export async function authorize(
  context: Pick<Context, 'deps' | 'bearer' | 'clientAddress'>,
  { audience, role, scopes }: AcceptedCallers,
): Promise<Caller | null> {
  if (audience === 'public') return null
  if (!context.bearer) {
    throw new AppError(
      'unauthenticated',
      'Send an API key or an access token: Authorization: Bearer <value>.',
    )
  }
  const caller = await authenticate(context.deps, {
    bearer: context.bearer,
    clientAddress: context.clientAddress ?? null,
  })
  if (!caller) throw new AppError('unauthenticated', 'The credential is unknown, revoked or expired.')
  requireAudience(caller, audience)
  if (role !== undefined && caller.role !== role)
    throw new AppError('forbidden', 'Only an administrator can do this.')
  if (scopes && !scopes.some((scope) => hasScope(caller, scope))) throw lacking(scopes)
  return caller
}

function requireAudience(caller: Caller, audience: Audience): void {
  if (audience === 'person' && caller.kind !== 'person') {
    throw new AppError('forbidden', 'An API key cannot do this; sign in with a wallet.')
  }
  if (audience === 'api_key' && caller.kind !== 'api_key') {
    throw new AppError('forbidden', 'Call this with the API key that you want to revoke.')
  }
}

function lacking(scopes: NeededScopes): AppError {
  return new AppError(
    'forbidden',
    `This API key lacks the scope ${scopes.join(' or ')}. Use a key that has it, or sign in.`,
  )
}
