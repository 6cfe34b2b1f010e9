import type { Egress } from '@parley/net'
import type { RowLimits, RowSink } from '../result/query-result.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { DescribeResult, TaskOutcome } from '../sandbox/tasks.ts'
import type { DatasetPlace } from '../versions/versions-of.ts'

export type EngineQuery = RowLimits & {
  /** In the engine's own dialect, with its own table names. */
  readonly sql: string
  /** Cancels the statement. */
  readonly signal?: AbortSignal
  /** Takes the rows in batches as they come; the answer then has only the rows after the last batch. */
  readonly onRows?: RowSink
}

/** The operations that every engine has. */
export type SourceEngine = {
  /** Reads the catalog, which also tests the connection. Throws an AppError `invalid_request` with a sentence. */
  readonly describe: (signal?: AbortSignal) => Promise<DescribeResult>
  /** Runs one reading statement within its limits. A failure is returned as an outcome. */
  readonly query: (query: EngineQuery) => Promise<TaskOutcome<'query'>>
}

export type EngineOptions = DatasetPlace & {
  readonly sandbox: Sandbox
  readonly ownerId: string
  /** Checked network access: users choose the addresses of connections. */
  readonly egress: Pick<Egress, 'for' | 'resolve'>
}
