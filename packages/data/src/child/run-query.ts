import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api'
import type { QueryResult } from '../result/query-result.ts'
import type { ParquetView, QueryInput } from '../sandbox/tasks.ts'
import { estimateDuckDb } from './estimate-duckdb.ts'
import { explainSqlError } from './explain-sql-error.ts'
import { loadFetched } from './load-fetched.ts'
import { openDuckDb, quoteName, quoteText } from './open-duckdb.ts'
import { prepareTransaction, type ReadOnlyTransaction } from './read-only-transaction.ts'
import { readStream } from './read-stream.ts'
import type { TaskAnswer, TaskSink } from './task-answer.ts'
import { TaskError } from './task-error.ts'
import { threadsFor } from './threads-for.ts'

/** Runs one SELECT over the given Parquet views, bounded in time, rows and bytes. Refuses every other statement. */
export async function runQuery(input: QueryInput, sink?: TaskSink): Promise<TaskAnswer<QueryResult>> {
  const { connection, transaction, notes } = await connectionTo(input).catch((error) => {
    throw explainSqlError(error)
  })
  let isInterrupted = false
  const deadline = performance.now() + input.timeoutMs
  const timer = setTimeout(() => {
    isInterrupted = true
    connection.interrupt()
  }, input.timeoutMs)

  let statement: DuckDBPreparedStatement | null = null
  try {
    statement = await prepareSelect(connection, input.sql)
    const told = input.isEstimated === false ? {} : await estimateDuckDb(connection, input)
    // An interrupt reaches only a running statement.
    if (isInterrupted) throw timedOut(input.timeoutMs)
    const answer = await readStream(
      { transaction, statement, isInterrupted: () => isInterrupted },
      { ...input, deadline },
      sink,
    )
    return { ...answer, result: { ...answer.result, ...told, ...(notes.length > 0 && { notes }) } }
  } catch (error) {
    if (isInterrupted) throw timedOut(input.timeoutMs)
    throw error instanceof TaskError ? error : explainSqlError(error)
  } finally {
    clearTimeout(timer)
    statement?.destroySync()
  }
}

type OpenTables = {
  readonly key: string
  readonly connection: DuckDBConnection
  readonly transaction: ReadOnlyTransaction
  /** What loading the fetched tables changed in their values. */
  readonly notes: readonly string[]
}

let open: OpenTables | null = null

/** Reuses the instance of the last statement for the same files, because the child serves one owner. */
async function connectionTo({ views, fetched = [] }: QueryInput): Promise<OpenTables> {
  const key = JSON.stringify([views, fetched])
  if (open?.key === key) return open
  open?.transaction.close()
  open?.connection.closeSync()
  open = null
  const files = [...views, ...fetched].map(({ file }) => file)
  const notes: string[] = []
  const connection = await openDuckDb({ files, threads: threadsFor(files) }, async (opened) => {
    await createViews(opened, views)
    notes.push(...(await loadFetched(opened, fetched)))
  })
  open = { key, connection, transaction: await prepareTransaction(connection), notes }
  return open
}

async function createViews(connection: DuckDBConnection, views: readonly ParquetView[]): Promise<void> {
  for (const schema of new Set(views.map((view) => view.schema))) {
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`)
  }
  for (const { schema, name, file } of views) {
    await connection.run(
      `CREATE VIEW ${quoteName(schema)}.${quoteName(name)} AS SELECT * FROM read_parquet(${quoteText(file)})`,
    )
  }
}

/** Accepts exactly one statement, which the engine itself must class as SELECT. Throws a TaskError for any other. */
export async function prepareSelect(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const statements = await extract(connection, sql)
  if (statements.count !== 1) {
    // Without its values PIVOT becomes two statements: the first one looks for the values.
    if (/^\s*(from\s|\(*pivot\b)/i.test(sql) && /\bpivot\b/i.test(sql)) throw refusal(OPEN_PIVOT)
    throw refusal('Send exactly one SELECT statement, without a second one after a semicolon.')
  }
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT) {
    throw refusal(`Only SELECT is allowed here, not ${StatementType[statement.statementType] ?? 'this'}.`)
  }
  if (statement.parameterCount > 0)
    throw refusal('Write the values into the statement; it has open parameters.')
  return statement
}

const OPEN_PIVOT = 'Name the values that PIVOT makes columns of: PIVOT … ON column IN (value, …).'

async function extract(connection: DuckDBConnection, sql: string) {
  try {
    return await connection.extractStatements(sql)
  } catch (error) {
    // The error of the binding for a text without a statement.
    if (String(error).includes('Error in native callback')) throw refusal('The text holds no SQL statement.')
    throw error
  }
}

function refusal(message: string): TaskError {
  return new TaskError('refused', message, { isReusable: true })
}

function timedOut(timeoutMs: number): TaskError {
  return new TaskError(
    'timeout',
    `The statement ran longer than ${timeoutMs / 1000} seconds; aggregate or filter more, or join fewer rows.`,
  )
}
