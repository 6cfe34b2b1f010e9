import { AppError, isAppError } from '@parley/errors'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'

/** The AppError behind whatever a procedure threw: its own, a failed input check, or `internal` with a fixed text. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  if (error instanceof TRPCError) return fromTrpcError(error)
  return new AppError('internal', 'Something went wrong on our side.', { cause: error })
}

function fromTrpcError(error: TRPCError): AppError {
  if (isAppError(error.cause)) return error.cause
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError) {
    return new AppError('invalid_request', describeIssues(error.cause.issues), { cause: error })
  }
  if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') {
    return new AppError('invalid_request', 'The request cannot be read.', { cause: error })
  }
  if (error.code === 'NOT_FOUND')
    return new AppError('not_found', 'There is no such procedure.', { cause: error })
  if (error.code === 'METHOD_NOT_SUPPORTED')
    return new AppError('method_not_allowed', 'This procedure is called by the other method.', {
      cause: error,
    })
  return new AppError('internal', 'Something went wrong on our side.', { cause: error })
}

/** One sentence about the first thing that is wrong, and how many more there are. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues
  if (!first) return 'The request does not have the documented form.'
  const field = first.path.map(String).join('.')
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  const message = first.message.charAt(0).toLowerCase() + first.message.slice(1)
  return field === '' ? `The request is not valid: ${message}${more}.` : `${field}: ${message}${more}.`
}
