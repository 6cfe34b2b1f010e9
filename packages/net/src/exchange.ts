import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError, isAppError } from '@parley/errors'
import type { Dispatcher } from 'undici'
import { notReachable, type Target } from './check-target.ts'
import type { Policy } from './policies.ts'
import { ReplyBody } from './reply-body.ts'

export type OutgoingRequest = {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A stream is sent once, so its request must not be redirected. It needs a `content-length`. */
  readonly body?: string | Uint8Array | Readable | undefined
  readonly signal?: AbortSignal | undefined
}

export type EgressReply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: ReplyBody
  /** The final address, after redirects. */
  readonly url: string
}

/**
 * Sends one request without following redirects. Resolves with the reply's head; the body follows under the
 * same limits. Throws AppError `upstream_failed` or `upstream_timeout`; throws the signal's reason when it is
 * aborted.
 */
export function exchange(
  dispatcher: Dispatcher,
  target: Target,
  { request, policy }: { request: OutgoingRequest; policy: Policy },
): Promise<EgressReply> {
  return new Promise((resolve, reject) => {
    const { signal } = request
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    let controller: Dispatcher.DispatchController | null = null
    let reply: EgressReply | null = null
    let failure: unknown
    let isSent = false

    const stop = (reason: unknown) => {
      failure ??= reason
      if (controller !== null) controller.abort(asError(reason))
      else settle(reason)
    }
    const onAbort = () => stop(signal?.reason)
    const timer = setTimeout(() => stop(timedOut(policy)), policy.totalMs)
    const settle = (error: unknown) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      if (error === null) reply?.body.finish()
      else if (reply === null) reject(error)
      else reply.body.fail(asError(error))
    }
    signal?.addEventListener('abort', onAbort, { once: true })

    dispatcher.dispatch(
      {
        origin: target.origin,
        path: target.path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        headersTimeout: policy.firstByteMs,
        bodyTimeout: policy.idleMs,
      },
      {
        onRequestStart(started) {
          controller = started
          isSent = true
          if (failure !== undefined) started.abort(asError(failure))
        },
        onResponseStart(source, status, headers) {
          // A 1xx head announces the reply. It is not the reply.
          if (status < 200) return
          const body = new ReplyBody(source, {
            limitBytes: policy.replyBytes,
            label: policy.label,
            encoding: request.method === 'HEAD' ? '' : String(headers['content-encoding'] ?? ''),
          })
          reply = { status, headers, body, url: target.href }
          resolve(reply)
        },
        onResponseData(_source, chunk) {
          reply?.body.push(chunk)
        },
        onResponseEnd() {
          settle(null)
        },
        onResponseError(_source, error) {
          settle(failure ?? describeFailure(error, policy, isSent))
        },
      },
    )
  })
}

/** Failures that only an allowed address can cause and that the owner can fix. */
const SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [
    /^(ERR_TLS|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/,
    'has a TLS certificate that this service does not trust.',
  ],
  [
    /^(ERR_SSL|EPROTO)/,
    'does not use TLS at its address. Check whether the address begins with http or https.',
  ],
  [
    /^UND_ERR_INVALID_ARG/,
    'cannot be called: a header or the address contains a character that HTTP does not allow.',
  ],
  [/^HTTPParserError/, 'does not speak HTTP at its address.'],
]

/** Turns the failure of a connection into the error that a caller may see. */
function describeFailure(error: Error, policy: Policy, isSent: boolean): unknown {
  if (isAppError(error)) return error
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return timedOut(policy, error)
  const sentence = SENTENCES.find(([codes]) => codes.test(code))?.[1]
  if (sentence !== undefined)
    return new AppError('upstream_failed', `${policy.label} ${sentence}`, { cause: error })
  if (!isSent) return notReachable(policy, error)
  return new AppError(
    'upstream_failed',
    `${policy.label} closed the connection before its answer was complete.`,
    {
      cause: error,
      isRetryable: true,
    },
  )
}

function timedOut(policy: Policy, cause?: unknown): AppError {
  return new AppError('upstream_timeout', `${policy.label} did not answer in time.`, { cause })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error('The request was aborted.', { cause: value })
}
