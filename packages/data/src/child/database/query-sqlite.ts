import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import type { JsonValue } from '@parley/domain'
import { shortenedBinary } from '../../result/exact-values.ts'
import type { QueryResult, RowLimits } from '../../result/query-result.ts'
import { COUNTING_MS, distinctNames, RowKeeper, rowOf } from '../../result/row-keeper.ts'
import type { TaskAnswer, TaskSink } from '../task-answer.ts'
import { databaseError } from './database-error.ts'
import { allowReadingOnly, explainSqliteError, openSqlite } from './sqlite-connection.ts'

/** Rows between two looks at the clock. */
const ROWS_PER_LOOK = 1000

/**
 * Runs one SELECT on a SQLite file. The library cannot be interrupted, so the deadline is checked between rows. The
 * parent kills this process when no row arrives in time.
 */
export async function querySqlite(
  path: string,
  { sql, ...limits }: RowLimits & { readonly sql: string },
  sink?: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  const database = await openSqlite(path)
  try {
    allowReadingOnly(database)
    const statement = database.prepare(sql)
    return await collect(statement, limits, sink)
  } catch (error) {
    throw explainSqliteError(error)
  } finally {
    database.close()
  }
}

async function collect(
  statement: StatementSync,
  limits: RowLimits,
  sink: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const described = statement.columns()
  if (described.length === 0) throw databaseError('refused', 'Send exactly one SELECT statement.')
  const names = distinctNames(described.map(({ name }) => name))
  const columns = names.map((name, index) => ({ name, type: described[index]?.type ?? 'ANY' }))
  const kept = new RowKeeper(limits, sink)
  const deadline = performance.now() + limits.timeoutMs
  let countUntil = Number.POSITIVE_INFINITY
  let rowCount = 0
  for (const values of statement.iterate()) {
    rowCount++
    // With setReturnArrays a row is an array, which the library's types do not declare.
    if (!kept.isFull) kept.add(rowOf(names, Object.values(values).map(sqliteValue)))
    else if (countUntil === Number.POSITIVE_INFINITY) countUntil = performance.now() + COUNTING_MS
    if (kept.hasBatch) await kept.sendBatch(columns)
    if (rowCount % ROWS_PER_LOOK === 0 && performance.now() > Math.min(deadline, countUntil)) {
      if (kept.isFull) return kept.answer(columns, null)
      const seconds = limits.timeoutMs / 1000
      throw databaseError(
        'timeout',
        `The statement ran longer than ${seconds} seconds; aggregate or filter more.`,
      )
    }
  }
  return kept.answer(columns, rowCount)
}

function sqliteValue(value: SQLOutputValue): JsonValue {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array) return shortenedBinary(Buffer.from(value).toString('hex'))
  return value
}
