import type { Endpoint } from '@parley/contract'
import type { Caller } from '@parley/core'
import { AppError } from '@parley/errors'
import { TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server'
import type * as z from 'zod'
import { authorize } from './authorize.ts'
import { claimKey } from './claim-key.ts'
import type { Call, Context, Meta, OwnedCall } from './context.ts'
import { trpc } from './trpc.ts'

type Shape<Input extends z.ZodObject, Output extends z.ZodObject> = {
  /** Callers may leave out an input without required fields. */
  input: Record<never, never> extends z.input<Input> ? z.input<Input> | undefined : z.input<Input>
  output: z.output<Output>
  meta: Meta
}

/** A reading operation for people who are signed in. Handlers throw AppErrors; their output is checked before it leaves. */
export function query<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'GET'>,
  handler: (call: OwnedCall<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCQueryProcedure<Shape<Input, Output>> {
  const procedure = lock(endpoint).query(async ({ ctx, input }) =>
    checkOutput(endpoint, await handler(ownedCall(ctx, input))),
  )
  // The builder cannot follow a generic schema; the endpoint's own schemas are what it was given.
  return procedure as unknown as TRPCQueryProcedure<Shape<Input, Output>>
}

/** A changing operation for people who are signed in. */
export function mutation<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'POST' | 'PATCH' | 'DELETE'>,
  handler: (call: OwnedCall<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCMutationProcedure<Shape<Input, Output>> {
  const procedure = lock(endpoint).mutation(async ({ ctx, input }) => {
    const call = ownedCall<z.output<Input>>(ctx, input)
    const claim = await claimKey(endpoint, call)
    if (claim.kind === 'replay') return checkOutput(endpoint, claim.output)
    try {
      const output = await handler(call)
      await claim.keep(output)
      return checkOutput(endpoint, output)
    } catch (error) {
      await claim.abandon()
      throw error
    }
  })
  return procedure as unknown as TRPCMutationProcedure<Shape<Input, Output>>
}

/** A reading operation anybody may call. */
export function publicQuery<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'GET'>,
  handler: (call: Call<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCQueryProcedure<Shape<Input, Output>> {
  const procedure = lock(endpoint).query(async ({ ctx, input }) =>
    checkOutput(endpoint, await handler({ ...ctx, input: input as z.output<Input> })),
  )
  return procedure as unknown as TRPCQueryProcedure<Shape<Input, Output>>
}

/** A changing operation anybody may call. */
export function publicMutation<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'POST'>,
  handler: (call: Call<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCMutationProcedure<Shape<Input, Output>> {
  const procedure = lock(endpoint).mutation(async ({ ctx, input }) =>
    checkOutput(endpoint, await handler({ ...ctx, input: input as z.output<Input> })),
  )
  return procedure as unknown as TRPCMutationProcedure<Shape<Input, Output>>
}

/**
 * A procedure that authorises first, then reads its input. Both in one step, and the output checked by a plain call:
 * tRPC copies everything it knows of a call for each of its own steps.
 */
export function lock(endpoint: Endpoint) {
  return trpc.procedure.meta({ endpoint }).use(async ({ ctx, getRawInput, next }) => {
    const caller = await authorize(ctx, endpoint.audience)
    const input = endpoint.input.safeParse((await getRawInput()) ?? {})
    if (!input.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: input.error })
    return next({ ctx: { ...ctx, caller }, input: input.data })
  })
}

/** What leaves is what the contract says, without anything beside it. */
function checkOutput(endpoint: Endpoint, output: unknown) {
  return endpoint.reply.output.parse(output)
}

/** Narrows a context behind the lock to one with an owner. Throws where an endpoint is public by mistake. */
export function ownedCall<Input>(
  context: Context & { readonly caller: Caller | null },
  input: unknown,
): OwnedCall<Input> {
  const { caller, deps, signal, idempotencyKey } = context
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  return { deps, signal, caller, idempotencyKey, owner: caller.owner, input: input as Input }
}
