import type { Endpoint } from '@parley/contract'
import type { Caller, Deps, EventDoor, OwnerId } from '@parley/core'

/** The parts of a request that an adapter has before the caller is authenticated. */
export type Context = {
  readonly deps: Deps
  /** The credential of the request: an API key's secret or an access token; null when there is none. */
  readonly bearer: string | null
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** The Idempotency-Key header; null when there is none. */
  readonly idempotencyKey: string | null
  /** The client's address, as the server shell determines it; absent for calls from within the process. */
  readonly clientAddress?: string | null | undefined
  /** The interface that received the request; `rest` when absent. */
  readonly door?: EventDoor | undefined
  /** Called with the user before the input is read. Throws when this user has too many requests under way. */
  readonly onCaller?: ((owner: string) => void) | undefined
}

/** An operation as a plain function. It reads the input only after it has authorised the caller. */
export type Operation = (context: Context, readInput: () => Promise<unknown>) => Promise<unknown>

/** The metadata of a procedure, from which the REST adapter is derived. */
export type Meta = { readonly endpoint: Endpoint; readonly operation: Operation }

/** What a handler of a public operation receives: its checked input. */
export type Call<Input> = {
  readonly input: Input
  readonly deps: Deps
  readonly signal: AbortSignal
  readonly clientAddress?: string | null | undefined
}

/** A call by an authenticated caller. */
export type OwnedCall<Input> = Call<Input> & {
  readonly owner: OwnerId
  readonly caller: Caller
  readonly idempotencyKey: string | null
}
