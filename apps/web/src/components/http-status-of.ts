import { TRPCClientError } from '@trpc/client'

/** The HTTP status the service refused a call with; undefined when it was not reached or said nothing. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('httpStatus' in data)) return undefined
  return typeof data.httpStatus === 'number' ? data.httpStatus : undefined
}

/** Whether the same call may go better later: a refusal stays a refusal, a broken connection or a busy service recovers. */
export function isWorthRepeating(error: unknown): boolean {
  const status = httpStatusOf(error)
  return status === undefined || status >= 500 || status === 429
}
