import { setTimeout as sleep } from 'node:timers/promises'
import type { Model, ModelEvent, ModelReply } from '@parley/agent'
import { isAppError } from '@parley/errors'

export type RetryOptions = {
  /** Retries after the first call; 2 by default. */
  readonly retries?: number
  /**
   * Maximum wait in milliseconds; 10,000 by default. A vendor that asks for a longer one is not called again.
   */
  readonly maxWaitMs?: number
}

const FIRST_WAIT_MS = 500

/**
 * Returns the same model with retries after a retryable error: after the wait that the vendor asked for, or
 * after a growing, jittered one. Never retries after the first delta, because the caller has already shown
 * it. Throws the error of the last call. An aborted signal ends the wait with its reason.
 */
export function withRetries(model: Model, { retries = 2, maxWaitMs = 10_000 }: RetryOptions = {}): Model {
  return async function* answer(request) {
    for (let attempt = 0; ; attempt++) {
      const call = model(request)
      const first = await firstOf(call)
      if ('event' in first) {
        yield first.event
        return yield* call
      }
      if ('reply' in first) return first.reply

      const waitMs = attempt < retries ? waitBefore(first.error, attempt) : null
      if (waitMs === null || waitMs > maxWaitMs) throw first.error
      await sleepUnlessAborted(waitMs, request.signal)
    }
  }
}

type First = { readonly event: ModelEvent } | { readonly reply: ModelReply } | { readonly error: unknown }

async function firstOf(call: AsyncGenerator<ModelEvent, ModelReply, void>): Promise<First> {
  try {
    const first = await call.next()
    return first.done ? { reply: first.value } : { event: first.value }
  } catch (error) {
    return { error }
  }
}

/** Returns milliseconds until a retry may succeed, or null when none will. */
function waitBefore(error: unknown, attempt: number): number | null {
  if (!isAppError(error) || !error.isRetryable) return null
  const jitter = 1 + Math.random() * 0.25
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000 + 50 * jitter
  return FIRST_WAIT_MS * 2 ** attempt * jitter
}

async function sleepUnlessAborted(waitMs: number, signal: AbortSignal): Promise<void> {
  await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
