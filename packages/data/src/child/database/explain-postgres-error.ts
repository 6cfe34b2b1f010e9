import { connectionFailure, type DatabaseErrorContext, databaseError } from './database-error.ts'
import type { PostgresTarget } from './postgres-connection.ts'

/** Turns an error of PostgreSQL into a sentence with the remedy, by its SQLSTATE. */
export function explainPostgresError(error: unknown, context: DatabaseErrorContext<PostgresTarget>): Error {
  const { target, timeoutMs } = context
  if (!isPostgresError(error)) return connectionFailure(error, target)
  const { code, message, hint } = error
  switch (code) {
    case '28P01':
    case '28000':
      return databaseError('error', `The database refused the user "${target.user}" or its password.`)
    case '3D000':
      return databaseError('error', `The server has no database "${target.database}".`)
    case '57014':
      return databaseError(
        'timeout',
        `The statement ran longer than ${timeoutMs / 1000} seconds; aggregate or filter more.`,
      )
    case '55P03':
      return databaseError(
        'timeout',
        'A table of the statement is locked by another session; try again later.',
      )
    case '25006':
    case '0A000':
      return databaseError('refused', `Only reading is allowed: ${withoutDot(message)}.`)
    case '42501':
      return databaseError('refused', `The database does not let this user read it: ${withoutDot(message)}.`)
    default:
      return databaseError('error', `${withoutDot(message)}.${hint === undefined ? '' : ` ${hint}`}`)
  }
}

type PostgresError = Error & { readonly code: string; readonly hint?: string }

function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    'severity' in error
  )
}

function withoutDot(message: string): string {
  return message.replace(/\.$/, '')
}
