import type { FieldPacket } from 'mysql2'
import type { QueryResult, RowLimits, StatementEstimate } from '../../result/query-result.ts'
import { COUNTING_MS, distinctNames, RowKeeper, rowOf } from '../../result/row-keeper.ts'
import { sqlTokens } from '../../statement/sql-tokens.ts'
import { trackStatement } from '../running-statement.ts'
import type { TaskAnswer, TaskSink } from '../task-answer.ts'
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
import { refuseMysqlFunctions } from './refuse-mysql-functions.ts'

/**
 * Runs one SELECT in a read-only session. The server's own grammar is the check: a statement that it refuses
 * inside EXISTS() is not a SELECT or writes a file.
 */
export async function queryMysql(
  target: MysqlTarget,
  { sql, ...limits }: RowLimits & { readonly sql: string },
  sink?: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  const context = { target, timeoutMs: limits.timeoutMs }
  const { session, streaming } = await connectMysql(target).catch((error) => {
    throw explainMysqlError(error, context)
  })
  const cancel = () => cancelMysql(target, streaming.threadId).catch(() => undefined)
  const timer = setTimeout(cancel, limits.timeoutMs)
  using _tracked = trackStatement(cancel)
  try {
    await beginReadOnly(session, limits.timeoutMs)
    const statement = sql.trim().replace(/;\s*$/, '')
    // Explaining a statement may already call its functions.
    await refuseMysqlFunctions(session, { sql: statement, database: target.database })
    // The line break ends a comment at the end of the statement.
    await session.query(`EXPLAIN SELECT EXISTS (\n${statement}\n)`)
    const told = await estimate(session, { sql: statement, context })
    const answer = await stream(streaming, { sql: statement, limits, sink })
    return { ...answer, result: { ...answer.result, ...told } }
  } catch (error) {
    throw explainMysqlError(error, context)
  } finally {
    clearTimeout(timer)
    // The connection is destroyed, because rows of an unfinished result may still arrive.
    streaming.destroy()
  }
}

/**
 * Returns the estimate of the planner where the server explains the statement. Refuses a statement that would not end.
 */
async function estimate(
  session: MysqlConnections['session'],
  { sql, context }: { sql: string; context: DatabaseErrorContext<MysqlTarget> },
): Promise<{ readonly estimate?: StatementEstimate }> {
  const explained = await session.query(`EXPLAIN FORMAT=JSON ${sql}`).catch((error) => {
    // The statement itself used up the time.
    if (isTimeout(explainMysqlError(error, context))) throw error
    return null
  })
  const [row] = Array.isArray(explained?.[0]) ? explained[0] : []
  const told = readMysqlPlan(String(Object.values(row ?? {})[0]))
  // The planner does not take into account that a statement ends at its LIMIT.
  const { tokens } = sqlTokens(sql, 'mysql')
  const isCut = tokens.some(({ word }) => word === 'limit' || word === 'fetch')
  if (!isCut) refuseEndless(told.estimate?.rowsRead, MAX_ROWS_READ)
  return told
}

async function stream(
  connection: MysqlConnections['streaming'],
  { sql, limits, sink }: { sql: string; limits: RowLimits; sink: TaskSink },
): Promise<TaskAnswer<QueryResult>> {
  const query = connection.query(sql)
  let fields: FieldPacket[] = []
  query.on('fields', (described: FieldPacket[]) => {
    fields = described
  })
  const kept = new RowKeeper(limits, sink)
  let names: string[] = []
  let rowCount = 0
  let countUntil = Number.POSITIVE_INFINITY
  const rows = query.stream()
  // The driver reports a lost connection to the connection only, not to the stream.
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
      if (kept.hasBatch) await kept.sendBatch(columnsOf(fields))
    } else if (countUntil === Number.POSITIVE_INFINITY) countUntil = performance.now() + COUNTING_MS
    else if (performance.now() > countUntil) return kept.answer(columnsOf(fields), null)
  }
  return kept.answer(columnsOf(fields), rowCount)
}

function columnsOf(fields: readonly FieldPacket[]) {
  const names = distinctNames(fields.map(({ name }) => name))
  return fields.map((field, index) => ({ name: names[index] ?? '', type: mysqlType(field) }))
}
