import type { AppError } from '@parley/errors'

/** A request to a path below `{base_url}`, from the server shell or from Next.js. */
export type RestRequest = {
  readonly method: string
  /** Without `{base_url}` and query: `/chat/query`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Null when the header is absent; names in lower case. */
  readonly header: (name: string) => string | null
  /** The console's access token from its session cookie; null for requests from other programs. */
  readonly sessionToken: string | null
  /** The client's address, as the server shell determines it; null when it is unknown. */
  readonly clientAddress: string | null
  /** Called with the user before the body is read. Throws when this user has too many requests under way. */
  readonly onCaller?: (owner: string) => void
  /** The body as a stream. It is read at most once, and only after the caller is authenticated. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** Receives internal errors with their cause, for the log. Callers never see the cause. */
export type OnFault = (error: AppError) => void

/** The reply to send. An iterable body is sent piece by piece. */
export type RestReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>
}
