import { isAppError } from '@parley/errors'
import type { TaskFailure, TaskOutcome } from '../sandbox/tasks.ts'

/** How long a statement waits to hear what the engine expects of it. */
export const ESTIMATE_MS = 2000

/** A statement that an engine behind HTTP did not answer; thrown inside an engine, never out of it. */
export class StatementFailure extends Error {
  readonly reason: TaskFailure['reason']

  constructor(reason: TaskFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Gives a statement its deadline and turns whatever is thrown on the way into an outcome. */
export async function httpOutcome(
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
  run: (signal: AbortSignal) => Promise<TaskOutcome<'query'>>,
): Promise<TaskOutcome<'query'>> {
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    return await run(signal ? AbortSignal.any([signal, deadline]) : deadline)
  } catch (error) {
    if (signal?.aborted) return { ok: false, reason: 'cancelled', message: 'It was cancelled.' }
    if (deadline.aborted) {
      const message = `The statement ran longer than ${timeoutMs / 1000} seconds; aggregate or filter more.`
      return { ok: false, reason: 'timeout', message }
    }
    if (error instanceof StatementFailure) return { ok: false, reason: error.reason, message: error.message }
    if (isAppError(error)) return { ok: false, reason: 'invalid', message: error.message, cause: error }
    return {
      ok: false,
      reason: 'invalid',
      message: 'The engine broke off its answer; try again.',
      cause: error,
    }
  }
}

/** Basic authentication as a header. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
