/** The codes of all errors of this package, as a closed list. */
export const LEDGER_ERROR_CODES = [
  'not_found',
  'invalid_argument',
  'unknown_method',
  'rejected',
  'invalid_reply',
  'transport',
  'timeout',
  'cancelled',
] as const

export type LedgerErrorCode = (typeof LEDGER_ERROR_CODES)[number]

export type LedgerErrorDetails = Readonly<{
  cause?: unknown
  /** The code of the JSON-RPC error object of the reply, if any. */
  rpcCode?: number
  /** The HTTP status of the reply when it is not 200. */
  httpStatus?: number
  /** Whether a retry of the same call can succeed. Default false. */
  isRetryable?: boolean
}>

const marker = Symbol.for('parley.LedgerError')

/**
 * The only error class of this package.
 *
 * - `not_found`: the node has no such transaction, asset or stake.
 * - `invalid_argument`: an argument is invalid; mostly detected before any call.
 * - `unknown_method`: the node does not offer this method, or not under this prefix.
 * - `rejected`: the node replied with another error.
 * - `invalid_reply`: the node's reply is not a valid reply to this call.
 * - `transport`: no usable reply arrived (connection, HTTP status).
 * - `timeout`: no reply arrived in time.
 * - `cancelled`: the caller's signal ended the call.
 */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly code: LedgerErrorCode
  readonly rpcCode: number | undefined
  readonly httpStatus: number | undefined
  readonly isRetryable: boolean
  readonly [marker] = true

  constructor(code: LedgerErrorCode, message: string, details: LedgerErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.rpcCode = details.rpcCode
    this.httpStatus = details.httpStatus
    this.isRetryable = details.isRetryable ?? false
  }
}

/**
 * Returns whether an error is a LedgerError, also one from another copy of this package. With `code`, the error
 * must have that code too. Checks the error's mark, not its class.
 */
export function isLedgerError(error: unknown, code?: LedgerErrorCode): error is LedgerError {
  if (!(error instanceof Error) || !(marker in error)) return false
  return code === undefined || ('code' in error && error.code === code)
}
