import type { Endpoint } from '@parley/contract'
import type { TRPCMutationProcedure } from '@trpc/server'
import type * as z from 'zod'
import { type Claim, claimKey } from './claim-key.ts'
import type { Meta, OwnedCall } from './context.ts'
import { mutation } from './implement.ts'
import { lock, ownedCall } from './lock.ts'
import { trpc } from './trpc.ts'

/** Events as they go over the wire, the finished reply last. */
export type StreamEvent<Event, Output> = Event | { readonly type: 'message'; readonly message: Output }

type Answering<Input, Event, Output> = (
  call: OwnedCall<Input>,
  isStreaming: boolean,
) => AsyncGenerator<Event, Output, void>

/**
 * An operation that can answer whole or in events: `whole` is the procedure of the endpoint, `events` its
 * streaming twin. Both run the same generator. What the generator promises to finish is finished even when the
 * client leaves: wrap it in `detach`.
 */
export function streamingMutation<Input extends z.ZodObject, Output extends z.ZodObject, Event>(
  endpoint: Endpoint<Input, Output, 'POST'>,
  answer: Answering<z.output<Input>, Event, z.input<Output>>,
) {
  const whole = mutation(endpoint, (call) => drain(answer(call, false)))
  const operation = lock(endpoint, async (context, input) => {
    const call = ownedCall<z.output<Input>>(context, input)
    const claim = await claimKey(endpoint, call)
    if (claim.kind === 'replay') return messageOf(endpoint, claim.output)
    return withMessage(endpoint, kept(claim, answer(call, true)))
  })
  const events = trpc.procedure
    .meta({ endpoint, operation })
    .input((raw) => raw)
    .mutation(({ ctx, input }) => operation(ctx, async () => input))
  return {
    whole,
    // The builder cannot follow a generic schema; the endpoint's own schemas are what it was given.
    events: events as unknown as TRPCMutationProcedure<{
      input: z.input<Input>
      output: AsyncGenerator<StreamEvent<Event, z.output<Output>>, void>
      meta: Meta
    }>,
  }
}

async function drain<Event, Output>(events: AsyncGenerator<Event, Output, void>): Promise<Output> {
  let next = await events.next()
  while (!next.done) next = await events.next()
  return next.value
}

async function* kept<Event, Output>(
  claim: Extract<Claim<Output>, { kind: 'go' }>,
  events: AsyncGenerator<Event, Output, void>,
): AsyncGenerator<Event, Output, void> {
  try {
    const output = yield* events
    await claim.keep(output)
    return output
  } catch (error) {
    await claim.abandon()
    throw error
  }
}

async function* withMessage<Event, Output>(
  endpoint: Endpoint,
  events: AsyncGenerator<Event, Output, void>,
): AsyncGenerator<StreamEvent<Event, Output>, void, void> {
  yield* messageOf(endpoint, yield* events)
}

async function* messageOf<Output>(
  endpoint: Endpoint,
  output: Output,
): AsyncGenerator<StreamEvent<never, Output>, void, void> {
  yield { type: 'message', message: endpoint.reply.output.parse(output) as Output }
}
