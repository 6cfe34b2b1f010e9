/** A call that failed: what the service said, or that it said nothing that could be understood. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  /** The HTTP status; 0 where no reply came. */
  readonly status: number
  /** The service's code, for example `not_found`; null where it gave none. */
  readonly code: string | null
  /** When to try again, in seconds, where the service says so. */
  readonly retryAfterSeconds: number | null

  constructor(
    message: string,
    about: { status: number; code?: string | null; retryAfterSeconds?: number | null; cause?: unknown },
  ) {
    super(message, { cause: about.cause })
    this.status = about.status
    this.code = about.code ?? null
    this.retryAfterSeconds = about.retryAfterSeconds ?? null
  }
}
