import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import type { QueryResult } from '../result/query-result.ts'
import type { RowCaps } from '../result/row-keeper.ts'
import { collectRows } from './collect-rows.ts'
import type { TaskAnswer, TaskSink } from './task-answer.ts'
import { TaskError } from './task-error.ts'

type RunningSelect = {
  readonly connection: DuckDBConnection
  readonly statement: DuckDBPreparedStatement
  /** Whether its deadline has interrupted the statement. */
  readonly isInterrupted: () => boolean
}

/**
 * Runs a SELECT and reads its rows as they come. Throws the error of the engine also when the statement fails after
 * its first rows: the Node API ends such a stream like a complete one. The statement therefore runs in a
 * transaction, which the failure aborts.
 */
export async function readStream(
  { connection, statement, isInterrupted }: RunningSelect,
  caps: RowCaps & { readonly deadline: number },
  sink: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  await connection.run('BEGIN TRANSACTION READ ONLY')
  try {
    const answer = await collectRows(await statement.stream(), caps, sink)
    // Without a count the rows were not read to their end.
    if (answer.result.rowCount !== null && (await isAborted(connection))) {
      await connection.run('ROLLBACK')
      // The API tells the reason only of a statement that runs as a whole.
      if (!isInterrupted()) await statement.run()
      throw new TaskError(
        'invalid',
        'The statement failed after its first rows; check the values it converts.',
      )
    }
    return answer
  } finally {
    await connection.run('ROLLBACK').catch(() => undefined)
  }
}

async function isAborted(connection: DuckDBConnection): Promise<boolean> {
  return connection.run('SELECT 1').then(
    () => false,
    () => true,
  )
}
