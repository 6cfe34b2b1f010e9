import type { Endpoint } from '@parley/contract'
import { type Claim, claimKey } from './claim-key.ts'
import type { Call, OwnedCall } from './context.ts'
import { type LockedContext, ownedCall } from './lock.ts'

type Work = AsyncGenerator<unknown, object, void>

/** A handler without the types of its endpoint: a promise of the reply, or a generator where the endpoint streams. */
export type Handler = (
  call: Call<unknown> | OwnedCall<unknown>,
  isStreaming: boolean,
) => Promise<object> | Work

type Answer = (context: LockedContext, input: unknown) => Promise<unknown>

/** Handles an operation that cannot stream. */
export function answerOnce(endpoint: Endpoint, handler: Handler): Answer {
  if (endpoint.audience === 'public') {
    return async (context, input) => checkOutput(endpoint, await drain(handler({ ...context, input }, false)))
  }
  return answerWhole(endpoint, handler)
}

/** Returns only the reply. An Idempotency-Key is claimed before the handler runs. */
export function answerWhole(endpoint: Endpoint, handler: Handler): Answer {
  return async (context, input) => {
    const call = ownedCall<unknown>(context, input)
    const claim = await claimKey(endpoint, call)
    if (claim.kind === 'replay') return checkOutput(endpoint, claim.output)
    try {
      const output = await drain(handler(call, false))
      await claim.keep(output)
      return checkOutput(endpoint, output)
    } catch (error) {
      await claim.abandon()
      throw error
    }
  }
}

/** Returns a generator of events. The last one is `{type: 'message', message}` with the reply. */
export function answerInEvents(endpoint: Endpoint, handler: Handler): Answer {
  return async (context, input) => {
    const call = ownedCall<unknown>(context, input)
    const claim = await claimKey(endpoint, call)
    if (claim.kind === 'replay') return messageOf(endpoint, claim.output)
    // The handler of an operation with events is a generator.
    return withMessage(endpoint, kept(claim, handler(call, true) as Work))
  }
}

/** The output in the form of the contract. Fields that the contract does not have are removed. */
function checkOutput(endpoint: Endpoint, output: unknown): unknown {
  return endpoint.reply.output.parse(output)
}

async function drain(work: Promise<object> | Work): Promise<object> {
  if (!(Symbol.asyncIterator in work)) return await work
  let next = await work.next()
  while (!next.done) next = await work.next()
  return next.value
}

async function* kept(claim: Extract<Claim, { kind: 'go' }>, work: Work): Work {
  try {
    const output = yield* work
    await claim.keep(output)
    return output
  } catch (error) {
    await claim.abandon()
    throw error
  }
}

async function* withMessage(endpoint: Endpoint, work: Work): AsyncGenerator<unknown, void, void> {
  yield* messageOf(endpoint, yield* work)
}

async function* messageOf(endpoint: Endpoint, output: unknown): AsyncGenerator<unknown, void, void> {
  yield { type: 'message', message: checkOutput(endpoint, output) }
}
