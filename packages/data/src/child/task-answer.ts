/** What a task of the child gives back: its result, and bytes that travel beside it. */
export type TaskAnswer<Result> = { readonly result: Result; readonly bytes?: Uint8Array }
