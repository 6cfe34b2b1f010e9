import type { Egress } from '@parley/net'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { RowLimits, TaskOutcome } from '../sandbox/tasks.ts'
import type { SourceTable } from '../source.ts'

export type EngineQuery = RowLimits & {
  /** In the engine's own dialect, with its own table names. */
  readonly sql: string
  /** Cancels the statement. */
  readonly signal?: AbortSignal
}

/** What a source can do, whatever stands behind it. */
export type SourceEngine = {
  /** Reads the catalogue; doubles as the test of a connection. Throws an AppError `invalid_request` with a sentence. */
  readonly describe: (signal?: AbortSignal) => Promise<readonly SourceTable[]>
  /** Runs one reading statement within its limits. What goes wrong with it comes back as an outcome. */
  readonly query: (query: EngineQuery) => Promise<TaskOutcome<'query'>>
}

export type EngineOptions = {
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  readonly ownerId: string
  /** The one way out; every address of a connection was given by a user. */
  readonly egress: Pick<Egress, 'for' | 'resolve'>
}
