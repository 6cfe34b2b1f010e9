import type { FieldPacket } from 'mysql2'
import type { QueryResult, RowLimits } from '../../sandbox/tasks.ts'
import { distinctNames, RowKeeper, rowOf } from '../../sql/row-keeper.ts'
import type { TaskAnswer } from '../task-answer.ts'
import { databaseError } from './database-error.ts'
import { explainMysqlError } from './explain-mysql-error.ts'
import {
  beginReadOnly,
  cancelMysql,
  connectMysql,
  type MysqlConnections,
  type MysqlTarget,
} from './mysql-connection.ts'
import { mysqlType, mysqlValue } from './mysql-values.ts'

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
    return await stream(streaming, { sql: statement, limits })
  } catch (error) {
    throw explainMysqlError(error, context)
  } finally {
    clearTimeout(timer)
    // Not a polite end: rows of an unfinished result may still be on their way.
    streaming.destroy()
  }
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
