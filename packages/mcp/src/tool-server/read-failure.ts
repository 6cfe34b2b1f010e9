import {
  InsufficientScopeError,
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { type AppError, isAppError } from '@parley/errors'
import { REPLY_LOST } from './watched-transport.ts'

const HEADER_MISMATCH = -32_020
const UNSENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const INPUT_CODES = new Set([
  SdkErrorCode.CapabilityNotSupported,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
])
const UNREADABLE = 'The tool server sent an invalid reply.'
/** Statuses of replies to an unknown session or to a revision that the server no longer supports. */
const SESSION_LOST_STATUS = new Set([400, 404, 405, 410])

/**
 * The kind of a failed exchange with a tool server: `said` is the server's own error, `refused` is an error
 * of this service, `lost` says whether the server can have executed the request.
 */
export type ExchangeFailure =
  | { readonly kind: 'said'; readonly message: string }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'needs_sign_in' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'stale_tools' }
  | { readonly kind: 'lost'; readonly isUnsent: boolean; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string }

/** Reads an error of the SDK, of fetch or of the egress client. */
export function readFailure(error: unknown): ExchangeFailure {
  if (error instanceof ProtocolError) return readProtocolError(error)
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError)
    return { kind: 'needs_sign_in' }
  if (error instanceof OAuthError || error instanceof OAuthClientFlowError) return { kind: 'needs_sign_in' }
  if (error instanceof SdkHttpError) return readStatus(error.data.status)
  if (error instanceof SdkError) return readSdkError(error)
  if (isAppError(error)) return readAppError(error)
  if (isNetworkError(error)) {
    return { kind: 'lost', isUnsent: isUnsent(error), message: 'The tool server cannot be reached.' }
  }
  return { kind: 'broken', message: UNREADABLE }
}

/** Fetch reports a broken connection as a TypeError, whose causes have a system error code. */
function isNetworkError(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof Error && 'code' in error && typeof error.code === 'string')
  )
}

function readProtocolError(error: ProtocolError): ExchangeFailure {
  if (error.code === REPLY_LOST) return { kind: 'lost', isUnsent: false, message: error.message }
  if (error.code === HEADER_MISMATCH) return { kind: 'stale_tools' }
  return { kind: 'said', message: error.message }
}

function readStatus(status: number): ExchangeFailure {
  if (status === 401) return { kind: 'needs_sign_in' }
  if (status === 403) return { kind: 'forbidden' }
  const isUnsent = SESSION_LOST_STATUS.has(status)
  const message = `The tool server answered with HTTP status ${status}.`
  return isUnsent ? { kind: 'lost', isUnsent, message } : { kind: 'broken', message }
}

function readSdkError(error: SdkError): ExchangeFailure {
  if (error.code === SdkErrorCode.RequestTimeout) return { kind: 'timeout' }
  if (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected) {
    const isUnsent = error.code === SdkErrorCode.NotConnected
    return { kind: 'lost', isUnsent, message: 'The connection to the tool server was closed.' }
  }
  if (error.code === SdkErrorCode.EraNegotiationFailed) return readNegotiation(error)
  if (INPUT_CODES.has(error.code))
    return {
      kind: 'broken',
      message: 'The tool server asks for input during the call, which this service does not support.',
    }
  return { kind: 'broken', message: UNREADABLE }
}

/** Reads a failed negotiation, which wraps the errors of the transport. */
function readNegotiation(error: SdkError): ExchangeFailure {
  if (isAppError(error.cause)) return readAppError(error.cause)
  const isNetwork = error.cause instanceof TypeError || isUnsent(error.cause)
  if (isNetwork) return { kind: 'lost', isUnsent: true, message: 'The tool server cannot be reached.' }
  return {
    kind: 'broken',
    message: 'The tool server does not speak the Model Context Protocol at this address.',
  }
}

function readAppError(error: AppError): ExchangeFailure {
  if (error.code === 'upstream_timeout') return { kind: 'timeout' }
  if (error.code !== 'upstream_failed') return { kind: 'refused', error }
  return { kind: 'lost', isUnsent: isUnsent(error), message: error.message }
}

function isUnsent(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 6;
    current = current.cause, depth++
  ) {
    if ('code' in current && typeof current.code === 'string' && UNSENT_CODES.has(current.code)) return true
    if (current instanceof AggregateError && current.errors.some((inner) => isUnsent(inner))) return true
  }
  return false
}
