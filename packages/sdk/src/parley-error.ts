/**
 * A call that failed: with the sentence of the service, or because no reply could be read.
 *
 * @example
 * const agent = await parley.agent.get({ agent_id }).catch((error: unknown) => {
 *   if (error instanceof ParleyError && error.code === 'not_found') return null
 *   throw error
 * })
 */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  /** The HTTP status; 0 when no reply came. */
  readonly status: number
  /** The code of the service, for example `not_found`; null when it sent none. */
  readonly code: string | null
  /** Seconds to wait before a retry; null when the service does not say. */
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
