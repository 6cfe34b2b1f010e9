import { type Endpoint, toEnvelope } from '@parley/contract'
import type { AppError, ErrorCode } from '@parley/errors'
import { STATUS } from '../procedure/status.ts'
import { rateLimitFields } from './rate-limit-fields.ts'
import type { RestReply } from './rest-request.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The success body of an operation. No cache may store a reply to a credential. */
export function replyOk(
  endpoint: Endpoint,
  output: unknown,
  headers: Readonly<Record<string, string>> = {},
): RestReply {
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(toEnvelope(endpoint.reply, output)),
  }
}

/** Failures that pass by themselves, so that a retry helps. */
const PASSING = new Set<ErrorCode>(['rate_limited', 'unavailable'])
const DEFAULT_RETRY_SECONDS = 1

/** `Retry-After` wherever the same request may succeed later, also when no time is known. */
function retryFields({ code, isRetryable, retryAfterSeconds }: AppError): {
  readonly 'retry-after'?: string
} {
  const seconds = retryAfterSeconds ?? (PASSING.has(code) || isRetryable ? DEFAULT_RETRY_SECONDS : undefined)
  return seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }
}

/** The failure body: exactly status and message; code and retry advice go into headers (docs/spec/agent-service.md#envelope-failure). */
export function replyError(error: AppError, headers: Readonly<Record<string, string>> = {}): RestReply {
  return {
    status: STATUS[error.code],
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'x-error-code': error.code,
      ...retryFields(error),
      ...rateLimitFields(error.limit ? [error.limit] : []),
      ...headers,
    },
    body: JSON.stringify({ status: 'error', message: error.message }),
  }
}
