import type { ResultColumn } from '@parley/domain'
import type pg from 'pg'
import type { QueryResult, StatementEstimate } from '../../result/query-result.ts'
import { COUNTING_MS, distinctNames, RowKeeper, rowOf } from '../../result/row-keeper.ts'
import type { DatabaseQueryInput } from '../../sandbox/tasks.ts'
import { trackStatement } from '../running-statement.ts'
import type { TaskAnswer, TaskSink } from '../task-answer.ts'
import { isTimeout } from './database-error.ts'
import { readPostgresPlan } from './estimate-postgres.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { beginReadOnly, cancelPostgres, connectPostgres, type PostgresTarget } from './postgres-connection.ts'
import { postgresValue } from './postgres-values.ts'
import { MAX_COST, refuseEndless } from './refuse-endless.ts'
import { refuseFunctions } from './refuse-postgres-functions.ts'

const FIRST_BATCH_ROWS = 200
const BATCH_BYTES = 1024 * 1024
const MAX_BATCH_ROWS = 10_000

/**
 * Runs one SELECT through a cursor in a read-only transaction. The server's own grammar then accepts only a
 * SELECT, and only the kept rows are fetched. The transaction is always rolled back.
 */
export async function queryPostgres(
  target: PostgresTarget,
  input: Omit<DatabaseQueryInput, 'target'>,
  sink?: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  const client = await connectPostgres(target).catch((error) => {
    throw explainPostgresError(error, { target, timeoutMs: input.timeoutMs })
  })
  const processId = 'processID' in client ? Number(client.processID) : undefined
  // The server has the same deadline, unless the statement has switched it off.
  const cancel = () => cancelPostgres(target, processId).catch(() => undefined)
  const timer = setTimeout(cancel, input.timeoutMs)
  using _tracked = trackStatement(cancel)
  try {
    await beginReadOnly(client, input.timeoutMs)
    await refuseFunctions(client, input.sql)
    const estimated = await estimate(client, { target, input })
    await client.query(single(`DECLARE parley NO SCROLL CURSOR FOR ${input.sql}`))
    const answer = await fetchAll(client, input, sink)
    return { ...answer, result: { ...answer.result, ...estimated } }
  } catch (error) {
    throw explainPostgresError(error, { target, timeoutMs: input.timeoutMs })
  } finally {
    clearTimeout(timer)
    await client.query('ROLLBACK').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

/** The extended protocol accepts one statement only; the driver's types lack the option that selects it. */
function single(text: string): pg.QueryConfig {
  const config = { text, queryMode: 'extended' }
  return config
}

/**
 * Returns the estimate of the planner where the server explains the statement. Refuses a statement that would not end.
 */
async function estimate(
  client: pg.Client,
  {
    target,
    input: { sql, timeoutMs },
  }: { target: PostgresTarget; input: Pick<DatabaseQueryInput, 'sql' | 'timeoutMs'> },
): Promise<{ readonly estimate?: StatementEstimate }> {
  const explain = single(`EXPLAIN (VERBOSE, FORMAT JSON) ${sql}`)
  const explained = await client.query<Record<string, string>>(explain).catch(async (error) => {
    // The statement itself used up the time.
    if (isTimeout(explainPostgresError(error, { target, timeoutMs }))) throw error
    await client.query('ROLLBACK')
    await beginReadOnly(client, timeoutMs)
    return null
  })
  const estimated = await readPostgresPlan(client, Object.values(explained?.rows[0] ?? {})[0] ?? '')
  refuseEndless(estimated.estimate?.cost, MAX_COST)
  return estimated
}

async function fetchAll(
  client: pg.Client,
  input: Omit<DatabaseQueryInput, 'target'>,
  sink: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  const kept = new RowKeeper(input, sink)
  let columns: ResultColumn[] | null = null
  let rowCount = 0
  let batchRows = FIRST_BATCH_ROWS
  for (;;) {
    const text = `FETCH ${batchRows} FROM parley`
    const { rows, fields } = await client.query<(string | null)[]>({ text, rowMode: 'array' })
    columns ??= await columnsOf(client, fields)
    rowCount += rows.length
    const bytesBefore = kept.bytes
    const names = columns.map(({ name }) => name)
    for (const values of rows) {
      kept.add(
        rowOf(
          names,
          values.map((value, index) => postgresValue(value, fields[index]?.dataTypeID ?? 0)),
        ),
      )
    }
    if (rows.length < batchRows) return kept.answer(columns, rowCount)
    if (kept.isFull) return kept.answer(columns, await countRest(client, rowCount))
    const bytesPerRow = Math.max(1, (kept.bytes - bytesBefore) / rows.length)
    if (kept.hasBatch) await kept.sendBatch(columns)
    batchRows = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(BATCH_BYTES / bytesPerRow)))
  }
}

async function columnsOf(client: pg.Client, fields: readonly pg.FieldDef[]): Promise<ResultColumn[]> {
  const oids = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))]
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT oid, format_type(oid, NULL) FROM pg_type WHERE oid = ANY('{${oids}}')`,
    rowMode: 'array',
  })
  const typeNames = new Map(rows.map(([oid, name]) => [Number(oid), name ?? 'unknown']))
  const names = distinctNames(fields.map(({ name }) => name))
  return fields.map(({ dataTypeID }, index) => ({
    name: names[index] ?? '',
    type: typeNames.get(dataTypeID) ?? 'unknown',
  }))
}

/** Returns null when counting takes too long. */
async function countRest(client: pg.Client, fetched: number): Promise<number | null> {
  try {
    await client.query(`SET LOCAL statement_timeout = ${COUNTING_MS}`)
    const { rowCount } = await client.query('MOVE FORWARD ALL FROM parley')
    return fetched + (rowCount ?? 0)
  } catch {
    return null
  }
}
