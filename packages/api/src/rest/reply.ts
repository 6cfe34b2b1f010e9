import { type Endpoint, toEnvelope } from '@parley/contract'
import type { AppError } from '@parley/errors'
import { STATUS } from '../procedure/status.ts'
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

/** The failure body: exactly status and message; code and retry advice go into headers (docs/spec/agent-service.md#envelope-failure). */
export function replyError(error: AppError, headers: Readonly<Record<string, string>> = {}): RestReply {
  return {
    status: STATUS[error.code],
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'x-error-code': error.code,
      ...(error.retryAfterSeconds !== undefined && {
        'retry-after': String(Math.ceil(error.retryAfterSeconds)),
      }),
      ...headers,
    },
    body: JSON.stringify({ status: 'error', message: error.message }),
  }
}
