import { AppError, isAppError } from '@parley/errors'
import { TRPCError } from '@trpc/server'

const DISK_RETRY_SECONDS = 60

/** The AppError behind an error that a procedure threw; `internal` with a fixed sentence for every other error. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  if (error instanceof TRPCError) return fromTrpcError(error)
  return fromUnknown(error)
}

function fromUnknown(error: unknown): AppError {
  if (isDiskFull(error)) {
    const sentence =
      'The disk of the service is full, and nothing was stored. Its operator must free some space.'
    return new AppError('unavailable', sentence, { cause: error, retryAfterSeconds: DISK_RETRY_SECONDS })
  }
  return new AppError('internal', 'Something went wrong on our side.', { cause: error })
}

/** Whether the file system refused a write for lack of space or quota. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

function fromTrpcError(error: TRPCError): AppError {
  if (isAppError(error.cause)) return error.cause
  if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') {
    return new AppError('invalid_request', 'The request cannot be read.', { cause: error })
  }
  if (error.code === 'NOT_FOUND')
    return new AppError('not_found', 'There is no such procedure.', { cause: error })
  if (error.code === 'METHOD_NOT_SUPPORTED')
    return new AppError(
      'method_not_allowed',
      'Wrong HTTP method: use GET for queries and POST for mutations.',
      {
        cause: error,
      },
    )
  return fromUnknown(error)
}
