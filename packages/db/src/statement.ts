import { inSpan } from '@parley/telemetry'
import type { Pool, PoolClient } from 'pg'
import type { Database } from './database.ts'
import type { Described } from './described.ts'
import { statementSpan } from './statement-span.ts'
import type { StatementText } from './statement-text.ts'
import { translateFailure } from './translate-failure.ts'

/** Where a statement runs: on any connection of the pool, or on the connection of a transaction. */
export type Queryable = Pool | PoolClient

/**
 * SQL for the from clause of a write: its commit does not wait for the disk, so a crash of the server may
 * lose it.
 */
export const withoutWaiting = `set_config('synchronous_commit', 'off', true)`

/**
 * SQL for the from clause: the rows of arrays, such as `$1::uuid[], $2::int[]`. Each array is in a subquery, which
 * hides its length from the planner. PostgreSQL counts the entries of a bare parameter, finds the plan for so few rows
 * cheaper than the one for any number, and therefore plans the statement anew each time it runs.
 */
export function rowsOf(arrays: string): string {
  return `unnest(${arrays.replaceAll(/\$\d+::\w+\[\]/g, '(select $&)')})`
}

const texts = new Map<string, string>()

/**
 * Declares a statement that each connection parses and plans once: `prepare('name')<Values, Row>(text)`.
 * `Row` is the type of its select list, with columns named as the row type spells them. The name must be
 * unique.
 *
 * `Values` and `Row` are compared with `described.ts`, which contains PostgreSQL's reply to Describe of each
 * statement. After a change of a statement or of the schema, run `pnpm describe` to write it again.
 *
 * The returned function throws AppError `unavailable` when the database is unavailable.
 */
export function prepare<Name extends keyof Described>(name: Name) {
  return <Values extends unknown[], Row extends object>(text: StatementText<Described[Name], Values, Row>) =>
    // The compared type is `string` whenever the call compiles.
    declareStatement<Values, Row>(name, text as string)
}

/** Declares a statement without comparing its types, for functions that compare them themselves. */
export function declareStatement<Values extends unknown[], Row extends object>(name: string, text: string) {
  if (texts.has(name)) throw new Error(`Two statements are named ${name}.`)
  texts.set(name, text)
  const start = () => statementSpan(name)
  return function runStatement(connection: Queryable, values: Values): Promise<Row[]> {
    return inSpan(start, async () => {
      try {
        const { rows } = await connection.query<Row, unknown[]>({ name, text, values })
        return rows
      } catch (error) {
        throw translateFailure(error)
      }
    })
  }
}

/** Lists the texts of all statements declared so far, by name. */
export function listStatements(): ReadonlyMap<string, string> {
  return texts
}

/**
 * Runs `work` in one transaction, which is rolled back when it throws. Throws AppError `unavailable` when the
 * database is unavailable.
 */
export async function inTransaction<Result>(
  { pool }: Database,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect().catch((error) => {
    throw translateFailure(error)
  })
  // A connection that breaks between two statements emits an error. The next statement fails and reports it.
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
