import Anthropic from '@anthropic-ai/sdk'
import { AppError, isAppError } from '@parley/errors'
import OpenAI from 'openai'
import { errorFromBody, errorFromReply, unreadable } from './model-error.ts'
import type { Endpoint } from './resolve-endpoint.ts'
import { readObject } from './wire.ts'

/**
 * What to throw for an error of a vendor's own client: the signal's reason when that was aborted, the error
 * of our connection underneath, else the vendor's refusal in our words. Both clients have errors of one form.
 */
export function errorFromSdk(
  error: unknown,
  { endpoint, signal }: { endpoint: Endpoint; signal: AbortSignal },
): unknown {
  if (signal.aborted) return signal.reason
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return cause
  }
  // Both clients drop the cause of what looks to them like a time-out.
  if (
    error instanceof OpenAI.APIConnectionTimeoutError ||
    error instanceof Anthropic.APIConnectionTimeoutError
  ) {
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
