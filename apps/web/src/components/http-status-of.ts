import { TRPCClientError } from '@trpc/client'

/** The HTTP status the service refused a call with; undefined when it was not reached or said nothing. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('httpStatus' in data)) return undefined
  return typeof data.httpStatus === 'number' ? data.httpStatus : undefined
}
