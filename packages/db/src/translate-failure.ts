import { AppError } from '@parley/errors'

// PostgreSQL's classes and codes for "not now": connection lost, resources used up (a full disk among them),
// shut down or starting, cancelled by a timeout, deadlocked, or not the primary any more.
const PASSING_CODES =
  /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|P10\d\d|P2024|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND))$/

// The pg driver reports these without a code.
const PASSING_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i

/**
 * Turns the failures that a later attempt may not meet into an AppError `unavailable`; gives every other
 * error back as it came. What the driver said stays in `cause`.
 */
export function translateFailure(error: unknown): unknown {
  if (!isPassing(error)) return error
  return new AppError('unavailable', 'The database cannot be reached at the moment. Try again shortly.', {
    cause: error,
    isRetryable: true,
    retryAfterSeconds: 1,
  })
}

/** Whether a foreign key stopped a statement. PostgreSQL 18 has a code of its own for `on delete restrict`. */
export function isForeignKeyRefusal(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23503' || code === '23001'
}

/** Whether a unique index stopped a statement. */
export function isUniqueRefusal(error: unknown): boolean {
  return codeOf(error) === '23505'
}

function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (PASSING_CODES.test(codeOf(error)) || PASSING_MESSAGES.test(messageOf(error))) return true
  // Prisma keeps what the driver said below its own error, in one place or the other.
  const meta = 'meta' in error && typeof error.meta === 'object' ? error.meta : null
  const driverError = meta !== null && 'driverAdapterError' in meta ? meta.driverAdapterError : null
  return isPassing(driverError) || ('cause' in error && isPassing(error.cause))
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : ''
}

function messageOf(error: object): string {
  return 'message' in error && typeof error.message === 'string' ? error.message : ''
}
