import type { Endpoint } from '@parley/contract'
import type { Caller, Deps, OwnerId } from '@parley/core'

/** What the server shell knows of a request. */
export type Context = {
  readonly deps: Deps
  /** The credential as it came: an API key's secret or an access token; null when there is none. */
  readonly bearer: string | null
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
  /** The Idempotency-Key header; null when there is none. */
  readonly idempotencyKey: string | null
  /** Where the request came from, as the server shell tells clients apart; absent for calls from within. */
  readonly source?: string | null | undefined
}

/** An operation as a plain function of who asks and of what is asked; the input is read once the caller is known. */
export type Operation = (context: Context, readInput: () => Promise<unknown>) => Promise<unknown>

/** What a procedure carries so that other surfaces can be derived from it. */
export type Meta = { readonly endpoint: Endpoint; readonly operation: Operation }

/** What a handler gets: its input, checked, and who is asking. */
export type Call<Input> = {
  readonly input: Input
  readonly deps: Deps
  readonly signal: AbortSignal
  readonly source?: string | null | undefined
}

/** A call by somebody who is signed in. */
export type OwnedCall<Input> = Call<Input> & {
  readonly owner: OwnerId
  readonly caller: Caller
  readonly idempotencyKey: string | null
}
