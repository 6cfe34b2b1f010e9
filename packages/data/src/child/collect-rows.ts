import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { JsonObject } from '@parley/domain'
import type { QueryResult } from '../result/query-result.ts'
import { COUNTING_MS, type RowCaps, RowKeeper, rowOf } from '../result/row-keeper.ts'
import { toJsonValue } from './json-values.ts'
import type { TaskAnswer, TaskSink } from './task-answer.ts'

/**
 * Reads a streamed result: the first rows as values, more rows as JSON text in the attachment, and the count
 * of all rows when counting is fast. With a sink it sends every row on. `deadline` is a time of performance.now().
 */
export async function collectRows(
  result: DuckDBResult,
  caps: RowCaps & { readonly deadline: number },
  sink?: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  const names = result.deduplicatedColumnNames()
  const columns = names.map((name, index) => ({ name, type: result.columnType(index).toString() }))
  const kept = new RowKeeper(caps, sink)
  let rowCount = 0
  let countUntil = Number.POSITIVE_INFINITY

  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return kept.answer(columns, rowCount)
    rowCount += chunk.rowCount
    if (!kept.isFull) {
      for (const row of rowsOf(chunk, names)) kept.add(row)
      if (kept.isFull) countUntil = Math.min(caps.deadline, performance.now() + COUNTING_MS)
    }
    if (kept.hasBatch) await kept.sendBatch(columns)
    if (performance.now() > countUntil) return kept.answer(columns, null)
  }
}

function* rowsOf(chunk: DuckDBDataChunk, names: readonly string[]): Generator<JsonObject, void, void> {
  // Column by column, so that the engine's API looks up each column once and not once for each value.
  const columns = chunk.convertColumns(toJsonValue)
  const { rowCount } = chunk
  for (let index = 0; index < rowCount; index++)
    yield rowOf(
      names,
      columns.map((column) => column[index] ?? null),
    )
}
