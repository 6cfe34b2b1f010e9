import type { RowSink } from '../result/query-result.ts'

/** Where a task sends the rows of its result; undefined when the service wants no more than the answer. */
export type TaskSink = RowSink | undefined

/** The reply of a task: its result, and an attachment of bytes. */
export type TaskAnswer<Result> = { readonly result: Result; readonly bytes?: Uint8Array }
