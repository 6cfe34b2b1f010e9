import type { FieldPacket } from 'mysql2'
import type { QueryResult, RowLimits, StatementEstimate } from '../../sandbox/tasks.ts'
import { distinctNames, RowKeeper, rowOf } from '../../sql/row-keeper.ts'
import { sqlTokens } from '../../sql/sql-tokens.ts'
import type { TaskAnswer } from '../task-answer.ts'
import { type DatabaseErrorContext, databaseError, isTimeout } from './database-error.ts'
import { readMysqlPlan } from './estimate-mysql.ts'
import { explainMysqlError } from './explain-mysql-error.ts'
import {
  beginReadOnly,
  cancelMysql,
  connectMysql,
  type MysqlConnections,
  type MysqlTarget,
} from './mysql-connection.ts'
import { mysqlType, mysqlValue } from './mysql-values.ts'
import { MAX_ROWS_READ, refuseEndless } from './refuse-endless.ts'

/** Rows beyond the kept ones are only counted, for as long as this. */
const COUNTING_MS = 2000

/**
 * Runs one SELECT in a read-only session. The server's own grammar is the gate: what it does not take inside EXISTS()
 * is no SELECT, or writes a file.
 */
export async function queryMysql(
  target: MysqlTarget,
  { sql, ...limits }: RowLimits & { readonly sql: string },
): Promise<TaskAnswer<QueryResult>> {
  const context = { target, timeoutMs: limits.timeoutMs }
  const { session, streaming } = await connectMysql(target).catch((error) => {
    throw explainMysqlError(error, context)
  })
  const cancel = () => cancelMysql(target, streaming.threadId).catch(() => undefined)
  const timer = setTimeout(cancel, limits.timeoutMs)
  try {
    await beginReadOnly(session, limits.timeoutMs)
    const statement = sql.trim().replace(/;\s*$/, '')
    // The line break ends a comment at the end of the statement.
    await session.query(`EXPLAIN SELECT EXISTS (\n${statement}\n)`)
    const told = await estimate(session, { sql: statement, context })
    const answer = await stream(streaming, { sql: statement, limits })
    return { ...answer, result: { ...answer.result, ...told } }
  } catch (error) {
    throw explainMysqlError(error, context)
  } finally {
    clearTimeout(timer)
    // Not a polite end: rows of an unfinished result may still be on their way.
    streaming.destroy()
  }
}

/** A dry run: what the planner expects, where the server explains the statement at all. One without end is not begun. */
async function estimate(
  session: MysqlConnections['session'],
  { sql, context }: { sql: string; context: DatabaseErrorContext<MysqlTarget> },
): Promise<{ readonly estimate?: StatementEstimate }> {
  const explained = await session.query(`EXPLAIN FORMAT=JSON ${sql}`).catch((error) => {
    // The time that was used up is the statement's own.
    if (isTimeout(explainMysqlError(error, context))) throw error
    return null
  })
  const [row] = Array.isArray(explained?.[0]) ? explained[0] : []
  const told = readMysqlPlan(String(Object.values(row ?? {})[0]))
  // The planner does not count that a statement ends with its LIMIT.
  const isCut = sqlTokens(sql).some(({ text }) => /^(limit|fetch)$/i.test(text))
  if (!isCut) refuseEndless(told.estimate?.rowsRead, MAX_ROWS_READ)
  return told
}

async function stream(
  connection: MysqlConnections['streaming'],
  { sql, limits }: { sql: string; limits: RowLimits },
): Promise<TaskAnswer<QueryResult>> {
  const query = connection.query(sql)
  let fields: FieldPacket[] = []
  query.on('fields', (described: FieldPacket[]) => {
    fields = described
  })
  const kept = new RowKeeper(limits)
  let names: string[] = []
  let rowCount = 0
  let countUntil = Number.POSITIVE_INFINITY
  const rows = query.stream()
  // The driver tells the connection that it was lost, and the stream nothing.
  connection.once('error', (error) => rows.destroy(error))
  for await (const values of rows) {
    if (!Array.isArray(values)) throw databaseError('refused', 'Send exactly one SELECT statement.')
    if (rowCount === 0) names = distinctNames(fields.map(({ name }) => name))
    rowCount++
    if (!kept.isFull) {
      kept.add(
        rowOf(
          names,
          fields.map((field, index) => mysqlValue(values[index], field)),
        ),
      )
    } else if (countUntil === Number.POSITIVE_INFINITY) countUntil = performance.now() + COUNTING_MS
    else if (performance.now() > countUntil) return kept.answer(columnsOf(fields), null)
  }
  return kept.answer(columnsOf(fields), rowCount)
}

function columnsOf(fields: readonly FieldPacket[]) {
  const names = distinctNames(fields.map(({ name }) => name))
  return fields.map((field, index) => ({ name: names[index] ?? '', type: mysqlType(field) }))
}
