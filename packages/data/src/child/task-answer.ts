/** The reply of a task: its result, and an attachment of bytes. */
export type TaskAnswer<Result> = { readonly result: Result; readonly bytes?: Uint8Array }
