import type { Endpoint } from '@parley/contract'
import { type Caller, withOwnLimits } from '@parley/core'
import { AppError } from '@parley/errors'
import { authorize } from './authorize.ts'
import { checkInput } from './check-input.ts'
import type { Context, Operation, OwnedCall } from './context.ts'
import { recordOutcome } from './record-outcome.ts'

/** A context behind the lock; the caller is null for public operations. */
export type LockedContext = Context & { readonly caller: Caller | null }

/**
 * Creates an operation that authorises the caller, reads and checks the input, and calls the handler. It is a
 * plain function: tRPC calls it for the console, and the REST adapter calls it directly, because tRPC's
 * copies of a call cost more than the rest of it.
 */
export function lock(
  endpoint: Endpoint,
  answer: (context: LockedContext, input: unknown) => Promise<unknown>,
): Operation {
  return async function operation(context, readInput) {
    const caller = await authorize(context, endpoint)
    if (caller) context.onCaller?.(caller.owner)
    const deps = caller ? withOwnLimits(context.deps, caller) : context.deps
    const input = checkInput(endpoint.input, (await readInput()) ?? {})
    return recordOutcome(context, { endpoint, caller, input }, () =>
      answer({ ...context, deps, caller }, input),
    )
  }
}

/** Narrows a context behind the lock to one with an owner. Throws when an endpoint is public by mistake. */
export function ownedCall<Input>(context: LockedContext, input: unknown): OwnedCall<Input> {
  const { caller, deps, signal, idempotencyKey } = context
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  return { deps, signal, caller, idempotencyKey, owner: caller.owner, input: input as Input }
}
