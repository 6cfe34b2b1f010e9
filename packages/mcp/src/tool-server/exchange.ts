import { AppError } from '@parley/errors'
import { blankSecrets } from './blank-secrets.ts'
import type { Connection } from './open-connection.ts'
import { dropConnection, type Place, type Pool, placeOf, withConnection } from './pool.ts'
import { type Failure, readFailure } from './read-failure.ts'
import type { ServerTarget } from './types.ts'

export type Exchange<T> = {
  readonly target: ServerTarget
  readonly signal: AbortSignal
  /** Whether the exchange may be repeated when it is unknown whether the server carried it out. */
  readonly isRepeatable: boolean
  readonly use: (connection: Connection, place: Place) => Promise<T>
}

/** The outcome of an exchange: what it gave, or how it failed. */
export type Exchanged<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * Talks to a tool server over its pooled connection. When the session or the connection turns out to be
 * lost, connects anew and tries once more, if the request cannot have been carried out or may be repeated.
 * Throws the signal's reason when it is aborted, and AppError for properties that do not fit.
 */
export async function exchange<T>(pool: Pool, request: Exchange<T>): Promise<Exchanged<T>> {
  const place = placeOf(pool, request.target)
  const first = await attempt(pool, place, request)
  if (first.kind === 'done' || !isWorthAnother(first.failure, request.isRepeatable)) return first
  return attempt(pool, place, request)
}

function isWorthAnother(failure: Failure, isRepeatable: boolean): boolean {
  if (failure.kind === 'stale_tools') return true
  return failure.kind === 'lost' && (failure.isUnsent || isRepeatable)
}

async function attempt<T>(pool: Pool, place: Place, request: Exchange<T>): Promise<Exchanged<T>> {
  let used: Connection | undefined
  try {
    const value = await untilAborted(
      request.signal,
      withConnection(pool, place, async (connection) => {
        used = connection
        request.signal.throwIfAborted()
        return request.use(connection, place)
      }),
    )
    return { kind: 'done', value }
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason
    const failure = readFailure(error)
    if (failure.kind === 'stale_tools') place.tools = null
    // After a sign-in, a new connection is needed: it can refresh its tokens.
    const isOver = failure.kind === 'lost' || failure.kind === 'needs_sign_in'
    if (isOver && used) dropConnection(place, used)
    return { kind: 'failed', failure: withoutSecrets(failure, place.address.secrets) }
  }
}

/** What the server says may repeat what it was sent. */
function withoutSecrets(failure: Failure, secrets: readonly string[]): Failure {
  return failure.kind === 'said' ? { ...failure, message: blankSecrets(failure.message, secrets) } : failure
}

/** A shared connection goes on being opened for the others when one caller leaves. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** A failure as an error for the caller of a route; `signInUrl` says where to sign in. */
export function toAppError(failure: Failure, toolServerId: string, signInUrl?: string): AppError {
  if (failure.kind === 'refused') return failure.error
  const message = failureSentence(failure, toolServerId, signInUrl)
  if (failure.kind === 'needs_sign_in') return new AppError('conflict', message)
  if (failure.kind === 'timeout') return new AppError('upstream_timeout', message, { isRetryable: true })
  return new AppError('upstream_failed', message, { isRetryable: failure.kind === 'lost' })
}

/** A failure in one sentence that names the server and never its address. */
export function failureSentence(failure: Failure, toolServerId: string, signInUrl?: string): string {
  const server = `Tool server "${toolServerId}"`
  switch (failure.kind) {
    case 'said':
      return `${server}: ${failure.message.slice(0, 1_000)}`
    case 'refused':
      return failure.error.message
    case 'needs_sign_in':
      return `${server} needs you to sign in first${signInUrl ? `: ${signInUrl}` : '.'}`
    case 'forbidden':
      return `${server} denies access with this configuration.`
    case 'timeout':
      return `${server} did not answer in time.`
    case 'stale_tools':
      return `${server} changes its tools faster than they can be called.`
    case 'lost':
    case 'broken':
      return `${server}: ${failure.message}`
  }
}
