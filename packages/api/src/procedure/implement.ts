import type { Endpoint } from '@parley/contract'
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import type * as z from 'zod'
import { claimKey } from './claim-key.ts'
import type { Call, Meta, OwnedCall } from './context.ts'
import { lock, ownedCall } from './lock.ts'
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
  return asQuery(endpoint, async (context, input) =>
    checkOutput(endpoint, await handler(ownedCall(context, input))),
  )
}

/** A changing operation for people who are signed in. */
export function mutation<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'POST' | 'PATCH' | 'DELETE'>,
  handler: (call: OwnedCall<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCMutationProcedure<Shape<Input, Output>> {
  return asMutation(endpoint, async (context, input) => {
    const call = ownedCall<z.output<Input>>(context, input)
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
}

/** A reading operation anybody may call. */
export function publicQuery<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'GET'>,
  handler: (call: Call<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCQueryProcedure<Shape<Input, Output>> {
  return asQuery(endpoint, async (context, input) =>
    checkOutput(endpoint, await handler({ ...context, input: input as z.output<Input> })),
  )
}

/** A changing operation anybody may call. */
export function publicMutation<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output, 'POST'>,
  handler: (call: Call<z.output<Input>>) => Promise<z.input<Output>>,
): TRPCMutationProcedure<Shape<Input, Output>> {
  return asMutation(endpoint, async (context, input) =>
    checkOutput(endpoint, await handler({ ...context, input: input as z.output<Input> })),
  )
}

function asQuery<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output>,
  answer: Parameters<typeof lock>[1],
): TRPCQueryProcedure<Shape<Input, Output>> {
  const operation = lock(endpoint, answer)
  const procedure = trpc.procedure
    .meta({ endpoint, operation })
    .input((raw) => raw)
    .query(({ ctx, input }) => operation(ctx, async () => input))
  // The builder cannot follow a generic schema; the endpoint's own schemas are what the lock checks.
  return procedure as unknown as TRPCQueryProcedure<Shape<Input, Output>>
}

function asMutation<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output>,
  answer: Parameters<typeof lock>[1],
): TRPCMutationProcedure<Shape<Input, Output>> {
  const operation = lock(endpoint, answer)
  const procedure = trpc.procedure
    .meta({ endpoint, operation })
    .input((raw) => raw)
    .mutation(({ ctx, input }) => operation(ctx, async () => input))
  return procedure as unknown as TRPCMutationProcedure<Shape<Input, Output>>
}

/** What leaves is what the contract says, without anything beside it. */
function checkOutput(endpoint: Endpoint, output: unknown): unknown {
  return endpoint.reply.output.parse(output)
}
