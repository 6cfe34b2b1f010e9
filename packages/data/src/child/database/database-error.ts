import type { DatabaseTarget } from '../../source/connection.ts'
import { TaskError } from '../task-error.ts'

export type DatabaseErrorContext<Target> = { readonly target: Target; readonly timeoutMs: number }

/** Creates the error of a failed statement or connection. The child can serve further tasks. */
export function databaseError(
  kind: 'error' | 'refused' | 'timeout',
  message: string,
  cause?: unknown,
): TaskError {
  const reason = kind === 'error' ? 'invalid' : kind
  return new TaskError(reason, message, { isReusable: true, cause })
}

/** Whether the statement or a lock timed out. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TaskError && error.reason === 'timeout'
}

/** Describes a connection error for the owner who entered the server's address. */
export function connectionFailure(
  error: unknown,
  target: Exclude<DatabaseTarget, { kind: 'sqlite' }>,
): TaskError {
  if (error instanceof TaskError) return error
  const place = `${target.host}:${target.port}`
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED')
    return databaseError(
      'error',
      `Nothing answers at ${place}. Check the address, and that the server of the database runs.`,
      error,
    )
  if (/timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i.test(`${code} ${text}`)) {
    return databaseError('error', `${place} cannot be reached.`, error)
  }
  if (/does not support (SSL|secure)/i.test(text)) {
    return databaseError(
      'error',
      `The server at ${place} does not offer TLS. Switch TLS off for this data source.`,
      error,
    )
  }
  if (/certificate|self-signed|TLS|SSL/i.test(`${code} ${text}`)) {
    return databaseError('error', `The TLS certificate of ${place} could not be verified.`, error)
  }
  return databaseError('error', `The connection to ${place} broke. Try again.`, error)
}
