import type { Endpoint, EventOf, InputOf, OutputOf } from '@parley/contract'
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import type * as z from 'zod'
import type { Call, Meta, Operation, OwnedCall } from './context.ts'
import { lock } from './lock.ts'
import { answerInEvents, answerOnce, answerWhole, type Handler } from './run-handler.ts'
import { trpc } from './trpc.ts'

type Noun = Readonly<Record<string, Endpoint>>

type CallOf<E extends Endpoint> = E['audience'] extends 'public'
  ? Call<z.output<E['input']>>
  : OwnedCall<z.output<E['input']>>

type ReplyOf<E extends Endpoint> = z.input<E['reply']['output']>

/**
 * The handler of one operation. It throws AppErrors. The handler of an operation that can stream is a
 * generator, which serves both forms of the reply. Wrap work that must finish after the client disconnects in
 * `detach`.
 */
type HandlerOf<E extends Endpoint> = [EventOf<E>] extends [never]
  ? (call: CallOf<E>) => Promise<ReplyOf<E>>
  : (call: CallOf<E>, isStreaming: boolean) => AsyncGenerator<EventOf<E>, ReplyOf<E>, void>

type Shape<E extends Endpoint, Output> = {
  /** Callers may leave out an input without required fields. */
  input: Record<never, never> extends InputOf<E> ? InputOf<E> | undefined : InputOf<E>
  output: Output
  meta: Meta
}

type ProcedureOf<E extends Endpoint, Output = OutputOf<E>> = E['method'] extends 'GET'
  ? TRPCQueryProcedure<Shape<E, Output>>
  : TRPCMutationProcedure<Shape<E, Output>>

/** The events in wire form; the finished reply comes last. */
type StreamEvent<E extends Endpoint> =
  | EventOf<E>
  | { readonly type: 'message'; readonly message: OutputOf<E> }

type StreamOf<E extends Endpoint> = ProcedureOf<E, AsyncGenerator<StreamEvent<E>, void>>

type StreamingVerb<N extends Noun> = {
  [Verb in keyof N & string]: [EventOf<N[Verb]>] extends [never] ? never : Verb
}[keyof N & string]

type Procedures<N extends Noun> = { [Verb in keyof N]: ProcedureOf<N[Verb]> } & {
  [Verb in StreamingVerb<N> as `${Verb}Stream`]: StreamOf<N[Verb]>
}

/**
 * The procedures of one noun of the contract. An operation that can stream has a twin, `…Stream`, that sends
 * events. A handler that is missing, or that is not an operation of the noun, does not compile.
 */
export function procedures<N extends Noun>(
  noun: N,
  handlers: { readonly [Verb in keyof N]: HandlerOf<N[Verb]> },
): Procedures<N> {
  const built = Object.entries(noun).flatMap(([verb, endpoint]) => {
    // The table has a handler for every verb, in the form that its endpoint requires.
    const handler = handlers[verb] as unknown as Handler
    if (!endpoint.events) return [[verb, procedure(endpoint, answerOnce(endpoint, handler))]]
    return [
      [verb, procedure(endpoint, answerWhole(endpoint, handler))],
      [`${verb}Stream`, procedure(endpoint, answerInEvents(endpoint, handler))],
    ]
  })
  return Object.fromEntries(built)
}

function procedure(endpoint: Endpoint, answer: Parameters<typeof lock>[1]) {
  const operation: Operation = lock(endpoint, answer)
  // The lock checks the input, with the schema of the endpoint.
  const builder = trpc.procedure.meta({ endpoint, operation }).input((raw) => raw)
  return endpoint.method === 'GET'
    ? builder.query(({ ctx, input }) => operation(ctx, async () => input))
    : builder.mutation(({ ctx, input }) => operation(ctx, async () => input))
}
