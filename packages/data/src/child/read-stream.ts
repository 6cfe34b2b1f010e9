import type { DuckDBPreparedStatement } from '@duckdb/node-api'
import type { QueryResult } from '../result/query-result.ts'
import type { RowCaps } from '../result/row-keeper.ts'
import { collectRows } from './collect-rows.ts'
import type { ReadOnlyTransaction } from './read-only-transaction.ts'
import type { TaskAnswer, TaskSink } from './task-answer.ts'
import { TaskError } from './task-error.ts'

type RunningSelect = {
  readonly transaction: ReadOnlyTransaction
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
  { transaction, statement, isInterrupted }: RunningSelect,
  caps: RowCaps & { readonly deadline: number },
  sink: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  await transaction.begin()
  try {
    const answer = await collectRows(await statement.stream(), caps, sink)
    // Without a count the rows were not read to their end.
    if (answer.result.rowCount !== null && (await transaction.isAborted())) {
      await transaction.rollBack()
      // The API tells the reason only of a statement that runs as a whole.
      if (!isInterrupted()) await statement.run()
      throw new TaskError(
        'invalid',
        'The statement failed after its first rows; check the values it converts.',
      )
    }
    return answer
  } finally {
    await transaction.rollBack().catch(() => undefined)
  }
}
