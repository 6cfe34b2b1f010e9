import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { JsonObject } from '@parley/agent'
import type { QueryInput, QueryResult } from '../sandbox/tasks.ts'
import { toJsonValue } from './json-values.ts'
import type { TaskAnswer } from './task-answer.ts'

type Caps = Pick<QueryInput, 'preview' | 'kept'> & {
  /** On performance.now()'s clock. */
  readonly deadline: number
}

/** Rows beyond the kept ones are only counted, for as long as this. */
const COUNTING_MS = 2000

/**
 * Reads a streamed result: the first rows as values, more of them as JSON text in the attachment, and a count
 * of all while counting is cheap.
 */
export async function collectRows(result: DuckDBResult, caps: Caps): Promise<TaskAnswer<QueryResult>> {
  const names = result.deduplicatedColumnNames()
  const columns = names.map((name, index) => ({ name, type: result.columnType(index).toString() }))
  const kept = new RowKeeper(caps)
  let rowCount = 0
  let countUntil = Number.POSITIVE_INFINITY

  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return kept.answer(columns, rowCount)
    rowCount += chunk.rowCount
    if (!kept.isFull) {
      kept.add(names, chunk)
      if (kept.isFull) countUntil = Math.min(caps.deadline, performance.now() + COUNTING_MS)
    }
    if (performance.now() > countUntil) return kept.answer(columns, null)
  }
}

class RowKeeper {
  isFull = false
  readonly #caps: Caps
  readonly #preview: JsonObject[] = []
  readonly #texts: string[] = []
  #previewBytes = 0
  #keptBytes = 0
  #isPreviewFull = false

  constructor(caps: Caps) {
    this.#caps = caps
  }

  add(names: readonly string[], chunk: DuckDBDataChunk): void {
    for (const values of chunk.convertRows(toJsonValue)) {
      // Not by assignment: a column may be called __proto__.
      const row: JsonObject = Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]))
      const text = JSON.stringify(row)
      const bytes = Buffer.byteLength(text) + 1
      this.isFull ||=
        this.#texts.length >= this.#caps.kept.rows || this.#keptBytes + bytes > this.#caps.kept.bytes
      if (this.isFull) return
      this.#texts.push(text)
      this.#keptBytes += bytes
      this.#show(row, bytes)
    }
  }

  #show(row: JsonObject, bytes: number): void {
    const { rows, bytes: maxBytes } = this.#caps.preview
    this.#isPreviewFull ||= this.#preview.length >= rows || this.#previewBytes + bytes > maxBytes
    if (this.#isPreviewFull) return
    this.#preview.push(row)
    this.#previewBytes += bytes
  }

  answer(columns: QueryResult['columns'], rowCount: number | null): TaskAnswer<QueryResult> {
    return {
      result: { columns, rows: this.#preview, rowCount, keptRows: this.#texts.length },
      bytes: Buffer.from(`[${this.#texts.join(',')}]`),
    }
  }
}
