/** Every way an operation can fail towards its caller. The HTTP status of each lives in the api package. */
const ERROR_CODES = [
  'invalid_request',
  'invalid_config',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'upstream_failed',
  'unavailable',
  'upstream_timeout',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export type AppErrorOptions = {
  cause?: unknown
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number
  /** Whether repeating the same call can succeed without anybody changing anything. */
  isRetryable?: boolean
}

const marker = Symbol.for('parley.AppError')

/**
 * The one error class of Parley. `message` is a sentence for the caller: what was wrong and what to send
 * instead. It never holds a stack, SQL, a file path, a key or the body of an upstream reply; those belong
 * in `cause`, which is never sent.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly isRetryable: boolean
  readonly retryAfterSeconds: number | undefined
  readonly [marker] = true

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Whether a thrown value is an AppError, also when it comes from another copy of this module. */
export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && marker in value
}
