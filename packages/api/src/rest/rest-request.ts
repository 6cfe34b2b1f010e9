import type { AppError } from '@parley/errors'

/** A request to a path below `{base_url}`, whoever received it. */
export type RestRequest = {
  readonly method: string
  /** Without `{base_url}` and query: `/chat/query`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Null when the header is absent; names in lower case. */
  readonly header: (name: string) => string | null
  /** The console's own credential, where a page of ours loads a file; null for everybody else. */
  readonly sessionToken: string | null
  /** Where the request came from, as the server shell tells clients apart; null where that is unknown. */
  readonly source: string | null
  /** The body as it arrives. Read at most once, and only after the caller is known. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
}

/** Hears of what went wrong on our side, with its cause; callers never see that. */
export type OnFault = (error: AppError) => void

/** What to send back. An iterable body is sent as it comes. */
export type RestReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | AsyncIterable<string>
}
