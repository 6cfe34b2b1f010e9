import { AppError } from '@parley/errors'
import { blankSecrets } from './blank-secrets.ts'
import type { ClientSession } from './open-connection.ts'
import { dropConnection, entryOf, type Pool, type PoolEntry, withConnection } from './pool.ts'
import { type ExchangeFailure, readFailure } from './read-failure.ts'
import type { ServerTarget } from './types.ts'

export type ToolExchange<T> = {
  readonly target: ServerTarget
  readonly signal: AbortSignal
  /** Whether the exchange may be repeated when the server may have executed it. */
  readonly isRepeatable: boolean
  readonly use: (connection: ClientSession, entry: PoolEntry) => Promise<T>
}

/** The outcome of an exchange: its result or its failure. */
export type Exchanged<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: ExchangeFailure }

/**
 * Sends a request to a tool server over its pooled connection. When the session or the connection is lost, it
 * reconnects and retries once, if the server cannot have executed the request or the request may be repeated.
 * Throws the signal's reason when it is aborted, and AppError for invalid properties.
 */
export async function exchange<T>(pool: Pool, request: ToolExchange<T>): Promise<Exchanged<T>> {
  const entry = entryOf(pool, request.target)
  const first = await attempt(pool, entry, request)
  if (first.kind === 'done' || !isWorthAnother(first.failure, request.isRepeatable)) return first
  return attempt(pool, entry, request)
}

function isWorthAnother(failure: ExchangeFailure, isRepeatable: boolean): boolean {
  if (failure.kind === 'stale_tools') return true
  return failure.kind === 'lost' && (failure.isUnsent || isRepeatable)
}

async function attempt<T>(pool: Pool, entry: PoolEntry, request: ToolExchange<T>): Promise<Exchanged<T>> {
  let used: ClientSession | undefined
  try {
    const value = await untilAborted(
      request.signal,
      withConnection(pool, entry, async (connection) => {
        used = connection
        request.signal.throwIfAborted()
        return request.use(connection, entry)
      }),
    )
    return { kind: 'done', value }
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason
    const failure = readFailure(error)
    if (failure.kind === 'stale_tools') entry.tools = null
    // After a sign-in a new connection is required, because it can refresh its tokens.
    const isOver = failure.kind === 'lost' || failure.kind === 'needs_sign_in'
    if (isOver && used) dropConnection(entry, used)
    return { kind: 'failed', failure: withoutSecrets(failure, entry.address.secrets) }
  }
}

/** Removes secrets from the server's text, which may repeat those it received. */
function withoutSecrets(failure: ExchangeFailure, secrets: readonly string[]): ExchangeFailure {
  return failure.kind === 'said' ? { ...failure, message: blankSecrets(failure.message, secrets) } : failure
}

/** Ends the wait of a caller that aborts. The shared connection is still opened for the others. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Returns a failure as an error for the caller of a route. `signInUrl` is the address to sign in at. */
export function toAppError(failure: ExchangeFailure, toolServerId: string, signInUrl?: string): AppError {
  if (failure.kind === 'refused') return failure.error
  const message = failureSentence(failure, toolServerId, signInUrl)
  if (failure.kind === 'needs_sign_in') return new AppError('conflict', message)
  if (failure.kind === 'timeout') return new AppError('upstream_timeout', message, { isRetryable: true })
  return new AppError('upstream_failed', message, { isRetryable: failure.kind === 'lost' })
}

/** Describes a failure in one sentence that names the server but not its address. */
export function failureSentence(failure: ExchangeFailure, toolServerId: string, signInUrl?: string): string {
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
      return `${server} changed its tools again before the call. Try again.`
    case 'lost':
    case 'broken':
      return `${server}: ${failure.message}`
  }
}
