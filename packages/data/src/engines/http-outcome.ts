import { isAppError } from '@parley/errors'
import type { TaskFailure, TaskOutcome } from '../sandbox/tasks.ts'

/** How long a statement waits for the estimate of the engine, in milliseconds. */
export const ESTIMATE_MS = 2000

/** A statement that failed on an engine behind HTTP. It is thrown only inside an engine. */
export class StatementFailure extends Error {
  readonly reason: TaskFailure['reason']

  constructor(reason: TaskFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Runs a statement with its deadline and turns every error into an outcome. */
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
      message: 'The engine broke off its reply; run the statement again.',
      cause: error,
    }
  }
}

/** Basic authentication as a header. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
