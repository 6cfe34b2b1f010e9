import type { Endpoint } from '@parley/contract'
import type { Caller } from '@parley/core'
import { AppError } from '@parley/errors'
import { TRPCError } from '@trpc/server'
import { authorize } from './authorize.ts'
import type { Context, Operation, OwnedCall } from './context.ts'

type LockedContext = Context & { readonly caller: Caller | null }

/**
 * An operation that authorises first, then reads its input and checks it, then answers. A plain function: tRPC calls it
 * for the console, the REST adapter without tRPC in between, whose copies of a call cost more than the rest of it.
 */
export function lock(
  endpoint: Endpoint,
  answer: (context: LockedContext, input: unknown) => Promise<unknown>,
): Operation {
  return async function operation(context, readInput) {
    const caller = await authorize(context, endpoint.audience)
    const input = endpoint.input.safeParse((await readInput()) ?? {})
    if (!input.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: input.error })
    return answer({ ...context, caller }, input.data)
  }
}

/** Narrows a context behind the lock to one with an owner. Throws where an endpoint is public by mistake. */
export function ownedCall<Input>(context: LockedContext, input: unknown): OwnedCall<Input> {
  const { caller, deps, signal, idempotencyKey } = context
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  return { deps, signal, caller, idempotencyKey, owner: caller.owner, input: input as Input }
}
