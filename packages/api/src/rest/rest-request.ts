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
  /** The body as it arrives. Read at most once, and only after the caller is known. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
}

/** What to send back. An iterable body is sent as it comes. */
export type RestReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | AsyncIterable<string>
}
