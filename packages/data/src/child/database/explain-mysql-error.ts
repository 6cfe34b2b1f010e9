import { connectionFailure, type DatabaseErrorContext, databaseError } from './database-error.ts'
import type { MysqlTarget } from './mysql-connection.ts'

/** Turns an error of MySQL or MariaDB into a sentence with the remedy, by its number. */
export function explainMysqlError(
  error: unknown,
  { target, timeoutMs }: DatabaseErrorContext<MysqlTarget>,
): Error {
  if (!isMysqlError(error)) return connectionFailure(error, target)
  const text = error.message.replace(/\.$/, '')
  switch (error.errno) {
    case 1045:
    case 1698:
      return databaseError('error', `The database refused the user "${target.user}" or its password.`)
    case 1044:
    case 1049:
      return databaseError(
        'error',
        `The server has no database "${target.database}" that this user may read.`,
      )
    case 1317:
    case 1969:
    case 3024:
      return databaseError(
        'timeout',
        `The statement ran longer than ${timeoutMs / 1000} seconds; aggregate or filter more.`,
      )
    case 1205:
    case 3572:
      return databaseError(
        'timeout',
        'A table of the statement is locked by another session; try again later.',
      )
    case 1792:
    case 1290:
      return databaseError('refused', `Only reading is allowed: ${text}.`)
    case 1142:
    case 1143:
    case 1227:
      return databaseError('refused', `The database does not let this user read it: ${text}.`)
    case 1055:
    case 1140:
      return databaseError('error', `${ungrouped(text)} Add it to GROUP BY, or aggregate it.`)
    case 1064:
      return databaseError('error', `${withoutManual(text)}.`)
    default:
      return databaseError('error', `${text}.`)
  }
}

type MysqlError = Error & { readonly errno: number }

function isMysqlError(error: unknown): error is MysqlError {
  // Errors of the socket have a negative number.
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && error.errno > 0
}

/** Says that a column is neither grouped nor aggregated, with its name where the server gives it. */
function ungrouped(text: string): string {
  const column = /'([^']*)' isn't in GROUP BY|column '([^']*)'/.exec(text)
  const name = (column?.[1] ?? column?.[2] ?? '').split('.').at(-1)
  return name
    ? `The column ${name} is neither grouped nor aggregated.`
    : 'A column is neither grouped nor aggregated.'
}

/** Removes the reference to the manual at the beginning of a syntax error. */
function withoutManual(text: string): string {
  const near = /near '(.*)' at line (\d+)$/s.exec(text)
  return near ? `syntax error near "${(near[1] ?? '').replace(/\n\)$/, '').trim().slice(0, 80)}"` : text
}
