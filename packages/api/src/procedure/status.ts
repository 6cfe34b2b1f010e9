import type { ErrorCode } from '@parley/errors'

/** The HTTP status of every error code (docs/spec/agent-service.md#status-of-each-failure). The only such table. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_config: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
  upstream_timeout: 504,
}
