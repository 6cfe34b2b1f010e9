import type { Pool, PoolClient } from 'pg'
import type { Database } from './database.ts'
import { translateFailure } from './translate-failure.ts'

/** Where a statement runs: on any connection of the pool, or on the one that holds a transaction. */
export type Connection = Pool | PoolClient

/**
 * SQL to name in the from clause of a write whose commit need not wait for the disk: were the database server
 * to crash in the next moments, the write would be as if it had never been. Writes that were waited for and
 * came later bring it with them.
 */
export const withoutWaiting = `set_config('synchronous_commit', 'off', true)`

/**
 * Declares a statement that each connection parses and plans once. `Row` is what its select list yields; the
 * select list names columns as the row type spells them. The name must be unique in this package.
 *
 * The function it gives back throws AppError `unavailable` when the database is away.
 */
export function prepare<Values extends unknown[], Row extends object>(name: string, text: string) {
  return async function runStatement(connection: Connection, values: Values): Promise<Row[]> {
    try {
      const { rows } = await connection.query<Row, unknown[]>({ name, text, values })
      return rows
    } catch (error) {
      throw translateFailure(error)
    }
  }
}

/**
 * Runs `work` in one transaction, which is rolled back when it throws.
 * Throws AppError `unavailable` when the database is away.
 */
export async function inTransaction<Result>(
  { pool }: Database,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect().catch((error) => {
    throw translateFailure(error)
  })
  // A connection that breaks between two statements says so here; the next statement fails and is reported.
  const ignore = () => {}
  connection.on('error', ignore)
  try {
    await connection.query('BEGIN')
    const result = await work(connection)
    await connection.query('COMMIT')
    connection.release()
    return result
  } catch (error) {
    const isClean = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    connection.release(!isClean)
    throw translateFailure(error)
  } finally {
    connection.off('error', ignore)
  }
}
