import { AppError, isAppError } from '@parley/errors'
import { errorFromBody, errorFromReply, unreadable } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { readObject } from './wire.ts'

/** The name of the class in both clients. It is compared by name, so that only the client in use is loaded. */
const TIMEOUT = 'APIConnectionTimeoutError'

/**
 * Returns the error to throw for an error of a vendor's client: the reason of an aborted signal, the error of
 * the connection underneath, or the vendor's refusal as an AppError. The errors of both clients have one
 * form.
 */
export function errorFromSdk(
  error: unknown,
  { endpoint, signal }: { endpoint: ModelEndpoint; signal: AbortSignal },
): unknown {
  if (signal.aborted) return signal.reason
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return cause
  }
  // Both clients drop the cause of an error that they take for a timeout.
  if (error instanceof Error && error.constructor.name === TIMEOUT) {
    return new AppError('upstream_timeout', `${endpoint.label} did not answer in time.`, { cause: error })
  }
  const refusal = readObject(error)
  if (refusal === null || !('status' in refusal)) return unreadable(endpoint.label, error)
  const body = readObject(refusal.error)
  if (typeof refusal.status !== 'number') return errorFromBody(body?.error ?? body, endpoint)
  const { headers } = refusal
  const header = (name: string) => (headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined)
  const text = JSON.stringify({ error: body?.error ?? body ?? refusal.error })
  return errorFromReply({ status: refusal.status, header, text }, endpoint)
}
