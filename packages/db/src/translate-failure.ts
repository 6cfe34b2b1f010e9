import { AppError, isAppError } from '@parley/errors'

// Codes of PostgreSQL, Prisma and Node for temporary failures: connection lost, resources exhausted (also a full
// disk), server starting or shutting down, statement timeout, deadlock, server no longer the primary.
const PASSING_CODES =
  /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|P10\d\d|P2024|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND))$/

// The pg driver reports these without a code.
const PASSING_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i

// The failures of a server that is reached but busy: no resources, a timeout, a lock, a deadlock.
const BUSY_CODES = /^(53...|57014|55P03|40001|40P01|P2024)$/
const BUSY_MESSAGES = /timeout exceeded when trying to connect|query read timeout/i

/**
 * Converts a temporary failure to an AppError `unavailable` and the refusal of a foreign key to an AppError
 * `conflict`, with the driver's error as `cause`. Returns other errors unchanged.
 */
export function translateFailure(error: unknown): unknown {
  if (isAppError(error)) return error
  if (isForeignKeyRefusal(error)) {
    const message = 'Another request changed or deleted a record that this one needs. Reload and try again.'
    return new AppError('conflict', message, { cause: error })
  }
  if (!isPassing(error)) return error
  const what = isBusy(error) ? 'did not answer in time' : 'cannot be reached at the moment'
  return new AppError('unavailable', `The database ${what}. Try again shortly.`, {
    cause: error,
    isRetryable: true,
    retryAfterSeconds: 1,
  })
}

/**
 * Whether an error means that the database is unavailable for now: unreachable, starting, or out of
 * connections.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway)
  return isPassing(error)
}

/**
 * Whether a foreign key refused a write: the other record is missing, or records that must stay still use it.
 */
export function isForeignKeyRefusal(error: unknown): boolean {
  // PostgreSQL 18 has a second code, for `on delete restrict`; Prisma has one for both.
  return ['23503', '23001', 'P2003'].includes(codeOf(isAppError(error) ? error.cause : error))
}

/** Whether a unique index refused a write. */
export function isUniqueRefusal(error: unknown): boolean {
  return ['23505', 'P2002'].includes(codeOf(error))
}

function isBusy(error: unknown): boolean {
  return isOrHas(error, (one) => BUSY_CODES.test(codeOf(one)) || BUSY_MESSAGES.test(messageOf(one)))
}

function isPassing(error: unknown): boolean {
  return isOrHas(error, (one) => PASSING_CODES.test(codeOf(one)) || PASSING_MESSAGES.test(messageOf(one)))
}

/** Whether an error, or the driver's error below it, is such a one. */
function isOrHas(error: unknown, isSuch: (error: object) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (isSuch(error)) return true
  // Prisma stores the driver's error in one of two places below its own.
  const meta = 'meta' in error && typeof error.meta === 'object' ? error.meta : null
  const driverError = meta !== null && 'driverAdapterError' in meta ? meta.driverAdapterError : null
  return isOrHas(driverError, isSuch) || ('cause' in error && isOrHas(error.cause, isSuch))
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : ''
}

function messageOf(error: object): string {
  return 'message' in error && typeof error.message === 'string' ? error.message : ''
}
