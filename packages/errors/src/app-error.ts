/** The codes of all errors that a caller can get. The api package maps each to an HTTP status. */
const ERROR_CODES = [
  'invalid_request',
  'invalid_config',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'precondition_failed',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'upstream_failed',
  'unavailable',
  'upstream_timeout',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Where a caller stands with one limit, after the request that is answered now. */
export type LimitState = {
  readonly name: string
  /** The most that the limit allows, in its unit. */
  readonly quota: number
  /** Requests when absent. */
  readonly unit?: 'concurrent-requests' | 'tokens' | 'microdollars'
  readonly remaining: number
  /** The time in which the quota is granted; absent for a limit of things at once. */
  readonly windowSeconds?: number
  /** Seconds until more is granted; absent when no time is known. */
  readonly resetSeconds?: number
}

export type AppErrorOptions = {
  cause?: unknown
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number
  /** The limit that refused the request. */
  limit?: LimitState
  /** Whether a retry of the same call can succeed without any change. */
  isRetryable?: boolean
}

const marker = Symbol.for('parley.AppError')

/**
 * The one error class of Parley. `message` is a sentence for the caller: what was wrong and what to send
 * instead. It never contains a stack, SQL, a file path, a key or the body of an upstream reply. Those belong
 * in `cause`, which is never sent.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly isRetryable: boolean
  readonly retryAfterSeconds: number | undefined
  readonly limit: LimitState | undefined
  readonly [marker] = true

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.retryAfterSeconds = options.retryAfterSeconds
    this.limit = options.limit
  }
}

/** Whether a thrown value is an AppError, also from another copy of this module. */
export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && marker in value
}
