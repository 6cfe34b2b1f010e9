/** Everything that can go wrong in this package, as a closed list. */
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
  /** The code of the JSON-RPC error object, when the node answered with one. */
  rpcCode?: number
  /** The HTTP status, when the node answered with another one than 200. */
  httpStatus?: number
  /** Whether the same call can succeed when it is simply made again. Default false. */
  isRetryable?: boolean
}>

const marker = Symbol.for('parley.LedgerError')

/**
 * The one error of this package.
 *
 * - `not_found`: the node knows no such transaction, asset or stake.
 * - `invalid_argument`: an argument is not of its form; mostly found here, before any call.
 * - `unknown_method`: the node does not offer this method, or not under this prefix.
 * - `rejected`: the node answered with an error that is none of the above.
 * - `invalid_reply`: the node answered with something that is not a reply to this call.
 * - `transport`: no usable answer came over the wire (connection, HTTP status).
 * - `timeout`: no answer came in time.
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
 * Recognises a LedgerError by its mark, so also one that another copy of this package made, and narrows
 * it to a code when one is given.
 */
export function isLedgerError(error: unknown, code?: LedgerErrorCode): error is LedgerError {
  if (!(error instanceof Error) || !(marker in error)) return false
  return code === undefined || ('code' in error && error.code === code)
}
