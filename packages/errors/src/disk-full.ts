import { AppError } from './app-error.ts'

const RETRY_SECONDS = 60
/** SQLite: database or disk is full (https://www.sqlite.org/rescode.html#full). */
const SQLITE_FULL = 13

/** Whether an error, or one that caused it, says that the file system had no space or quota left for a write. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return ('errcode' in error && error.errcode === SQLITE_FULL) || isDiskFull(error.cause)
}

/** Returns the AppError `unavailable` for a full disk. */
export function diskFullError(cause: unknown): AppError {
  const sentence =
    'The disk of the service is full, and nothing was stored. Its operator must free some space.'
  return new AppError('unavailable', sentence, { cause, retryAfterSeconds: RETRY_SECONDS })
}
