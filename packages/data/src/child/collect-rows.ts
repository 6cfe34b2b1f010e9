import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import { openValueKeeper, type ValueKeeper } from '../result/kept-values.ts'
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
  caps: RowCaps & { readonly deadline: number; readonly isIndexed?: boolean },
  sink?: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  const names = result.deduplicatedColumnNames()
  const columns = names.map((name, index) => ({ name, type: result.columnType(index).toString() }))
  const kept = new RowKeeper(caps, sink)
  const values = caps.isIndexed ? openValueKeeper(columns) : null
  let rowCount = 0
  let countUntil = Number.POSITIVE_INFINITY

  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return withValues(kept.answer(columns, rowCount), values)
    rowCount += chunk.rowCount
    if (!kept.isFull) {
      keepChunk(chunk, names, { kept, values })
      if (kept.isFull) countUntil = Math.min(caps.deadline, performance.now() + COUNTING_MS)
    }
    if (kept.hasBatch) await kept.sendBatch(columns)
    if (performance.now() > countUntil) return kept.answer(columns, null)
  }
}

type Keepers = { readonly kept: RowKeeper; readonly values: ValueKeeper | null }

function keepChunk(chunk: DuckDBDataChunk, names: readonly string[], { kept, values }: Keepers): void {
  // Column by column, so that the engine's API looks up each column once and not once for each value.
  const columns = chunk.convertColumns(toJsonValue)
  const { rowCount } = chunk
  const ends: number[] = []
  for (let index = 0; index < rowCount && !kept.isFull; index++) {
    kept.add(
      rowOf(
        names,
        columns.map((column) => column[index] ?? null),
      ),
    )
    if (!kept.isFull) ends.push(kept.bytes)
  }
  values?.add(columns, ends)
}

/** Adds the values when every row of the result was kept and the answer has only the first of them. */
function withValues(
  answer: { readonly result: QueryResult; readonly bytes: Uint8Array },
  values: ValueKeeper | null,
): TaskAnswer<QueryResult> {
  const { result, bytes } = answer
  const { rows, rowCount, keptRows } = result
  if (!values || rowCount !== keptRows || keptRows === rows.length) return answer
  return { result: { ...result, textBytes: bytes.byteLength }, bytes: values.behind(bytes) }
}
