import { AppError, diskFullError, isAppError, isDiskFull } from '@parley/errors'
import { TRPCError } from '@trpc/server'

/** The AppError behind an error that a procedure threw; `internal` with a fixed sentence for every other error. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  if (error instanceof TRPCError) return fromTrpcError(error)
  return fromUnknown(error)
}

function fromUnknown(error: unknown): AppError {
  if (isDiskFull(error)) return diskFullError(error)
  return new AppError('internal', 'Something went wrong on our side.', { cause: error })
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
