import { readBody, replyError, requireShallow, router, toAppError } from '@parley/api'
import { LIMITS } from '@parley/contract'
import type { Deps } from '@parley/core'
import { AppError } from '@parley/errors'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Logger } from 'pino'
import type { AdmittedExchange } from './exchange.ts'
import { isSameOrigin } from './is-same-origin.ts'
import { readSessionToken } from './read-session-token.ts'
import { receiveBody } from './receive-body.ts'
import { writeReply } from './write-reply.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST'])

/**
 * Handles the console's calls. The session cookie authenticates only requests of the console's own pages.
 * Changes need a POST with a JSON body, which a page of another origin cannot send without a preflight.
 */
export async function handleTrpc(deps: Deps, exchange: AdmittedExchange, log: Logger): Promise<void> {
  try {
    const response = await fetchRequestHandler({
      endpoint: '/api/trpc',
      router,
      maxBatchSize: LIMITS.batchCalls,
      req: await toRequest(exchange),
      createContext: () => ({
        deps,
        bearer: readCredential(exchange, deps.origin),
        signal: exchange.signal,
        idempotencyKey: null,
        clientAddress: exchange.clientAddress,
        door: 'console' as const,
        onCaller: exchange.ticket.setUser,
      }),
      onError: ({ error }) => {
        const known = toAppError(error)
        if (known.code !== 'internal') return
        const details = { err: known.cause ?? known }
        if (exchange.signal.aborted) log.debug(details, 'the client left')
        else log.error(details, 'internal error')
      },
    })
    await writeReply(exchange, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' },
      body: response.body ? decode(response.body) : '',
    })
  } catch (error) {
    await writeReply(exchange, replyError(toAppError(error)))
  }
}

async function toRequest({ request, signal, times, ticket }: AdmittedExchange): Promise<Request> {
  const method = request.method ?? 'GET'
  if (!METHODS.has(method)) throw new AppError('method_not_allowed', 'Procedures answer GET and POST.')
  const url = new URL(request.url ?? '/', 'http://parley.invalid')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  if (method !== 'POST') return new Request(url, { method, headers, signal })
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'Send the body as JSON: Content-Type: application/json.')
  }
  const body = await readBody(receiveBody(request, { times, ticket }), headers.get('content-length'))
  requireShallow(body)
  return new Request(url, { method, headers, signal, body: Buffer.from(body) })
}

function readCredential({ request }: AdmittedExchange, origin: string): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? (isSameOrigin(request) ? readSessionToken(request, origin) : null)
}

async function* decode(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
}
