import type { Connection } from 'mysql2/promise'
import { calledFunctions } from '../../statement/called-functions.ts'
import { databaseError } from './database-error.ts'
import { COMPUTING_FUNCTIONS, COMPUTING_PREFIX, WORDS_BEFORE_PARENTHESIS } from './mysql-functions.ts'

/**
 * Stored functions that the server declares as reading only. The server does not check a declaration, but the read-only
 * transaction prevents writing. A function with the rights of another user must at least declare what it does, because
 * it can reach files that the connected user cannot.
 */
const READING_ROUTINES = `
  SELECT ROUTINE_SCHEMA, ROUTINE_NAME FROM information_schema.ROUTINES
  WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_NAME IN (?) AND SQL_DATA_ACCESS <> 'MODIFIES SQL DATA'
    AND (SECURITY_TYPE = 'INVOKER' OR DEFINER = CURRENT_USER() OR IS_DETERMINISTIC = 'YES'
      OR SQL_DATA_ACCESS IN ('NO SQL', 'READS SQL DATA'))`

/**
 * Refuses a statement that calls a function other than a built-in one that only computes or a stored one that only
 * reads. Functions of plugins and of libraries (`mysql.func`) are neither.
 */
export async function refuseMysqlFunctions(
  session: Connection,
  { sql, database }: { sql: string; database: string },
): Promise<void> {
  const unknown = calledFunctions(sql, { dialect: 'mysql', words: WORDS_BEFORE_PARENTHESIS }).filter(
    ({ schema, name }) => schema !== null || !(COMPUTING_FUNCTIONS.has(name) || COMPUTING_PREFIX.test(name)),
  )
  if (unknown.length === 0) return
  const [rows] = await session.query(READING_ROUTINES, [unknown.map(({ name }) => name)])
  const stored = new Set(
    (Array.isArray(rows) ? rows : []).map((row) => Object.values(row).map(String).join('.').toLowerCase()),
  )
  const refused = unknown.find(
    ({ schema, name }) => !stored.has(`${schema ?? database.toLowerCase()}.${name}`),
  )
  if (!refused) return
  const message = `The function ${refused.name} is not allowed here: it is neither a built-in function that only computes nor a stored one that is declared as reading only.`
  throw databaseError('refused', message)
}
