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
  if (!(error instanceof Error)) return false
  if (PASSING_CODES.test(codeOf(error)) || PASSING_MESSAGES.test(error.message)) return true
  // Prisma keeps the driver's error below its own.
  return error.name.startsWith('PrismaClient') && isPassing(driverErrorOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function driverErrorOf(error: Error): unknown {
  const meta = 'meta' in error ? error.meta : null
  return typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta
    ? meta.driverAdapterError
    : error.cause
}
