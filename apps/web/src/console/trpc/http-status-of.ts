import { TRPCClientError } from '@trpc/client'

/** The HTTP status of a refused call; undefined when the service was not reached or sent no status. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('httpStatus' in data)) return undefined
  return typeof data.httpStatus === 'number' ? data.httpStatus : undefined
}

/** Whether a retry may succeed: true for a broken connection or a busy service, false for a refusal. */
export function isWorthRepeating(error: unknown): boolean {
  const status = httpStatusOf(error)
  return status === undefined || status >= 500 || status === 429
}
