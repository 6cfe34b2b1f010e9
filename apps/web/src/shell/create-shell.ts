import { randomInt, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { replyError } from '@parley/api'
import type { Deps } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Logger } from 'pino'
import { answerHealth } from './answer-health.ts'
import { answerPage, type Pages } from './answer-page.ts'
import { answerRest } from './answer-rest.ts'
import { answerTrpc } from './answer-trpc.ts'
import { clientSignal } from './client-signal.ts'
import { writeReply } from './write-reply.ts'

export type ShellOptions = {
  readonly deps: Deps
  readonly log: Logger
  /** Requests answered at once. */
  readonly inFlightLimit: number
  /** Answers everything that is not the API; null where there is no console. */
  readonly pages: Pages | null
  /** Whether work can be taken: the database answers. */
  readonly isReady: () => Promise<boolean>
  /** Further paths the installation answers itself, for example the demo model. */
  readonly mounts?: Readonly<Record<string, Mount>>
}

/** Answers a request by itself. */
export type Mount = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type Shell = {
  readonly server: Server
  /** Refuses new work, waits for what is under way at most `graceMs`, then interrupts the rest and closes. */
  readonly close: (graceMs: number) => Promise<void>
}

/** What one request carries through the shell. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: string
  readonly signal: AbortSignal
}

/**
 * The HTTP server of the service. It answers the API itself and leaves pages to the console; bodies, times,
 * admission and shutdown are its business alone (design, "Process shape").
 */
export function createShell(options: ShellOptions): Shell {
  const { deps, log } = options
  const mounts = Object.entries(options.mounts ?? {})
  let inFlight = 0
  let isDraining = false

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 600_000, keepAliveTimeout: 65_000 })
  server.on('request', (request, response) => {
    const exchange = openExchange(request, response)
    inFlight++
    response.once('close', () => inFlight--)
    logWhenDone(log, exchange)
    answer(exchange).catch((error) => {
      log.error({ requestId: response.getHeader('x-request-id'), err: error }, 'request failed')
      response.destroy()
    })
  })

  async function answer(exchange: Exchange): Promise<void> {
    const { path } = exchange
    if (path === '/healthz' || path === '/readyz')
      return answerHealth(exchange, async () => !isDraining && (await options.isReady()))
    if (isDraining) return refuse(exchange, 'The service is stopping; try again shortly.')
    if (inFlight > options.inFlightLimit) return refuse(exchange, 'The service is busy; try again shortly.')
    const mount = mounts.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    if (mount) return mount[1](exchange.request, exchange.response)
    if (path.startsWith('/api/trpc/')) return answerTrpc(deps, exchange, log)
    if (isRest(path) || !options.pages) return answerRest(deps, exchange, log)
    return answerPage(options.pages, exchange)
  }

  return {
    server,
    async close(graceMs) {
      isDraining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await deps.turns.drain(graceMs)
      const lastReplies = setTimeout(() => server.closeAllConnections(), 2_000)
      server.closeIdleConnections()
      await closed
      clearTimeout(lastReplies)
    },
  }
}

/** The sign-in library answers its own paths below /api/auth; the three documented ones are ours. */
function isRest(path: string): boolean {
  if (!path.startsWith('/api/')) return false
  return !path.startsWith('/api/auth/') || /^\/api\/auth\/(?:challenge|verify|sign_out)$/.test(path)
}

function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  response.setHeader('x-request-id', randomUUID())
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  return { request, response, path, query, signal: clientSignal(response) }
}

function refuse(exchange: Exchange, sentence: string): Promise<void> {
  // Spread out, so that those who were refused do not come back all at once.
  const error = new AppError('unavailable', sentence, { retryAfterSeconds: randomInt(1, 4) })
  return writeReply(exchange, replyError(error))
}

function logWhenDone(log: Logger, { request, response, path }: Exchange): void {
  const startedAt = performance.now()
  response.once('close', () => {
    log.info({
      requestId: response.getHeader('x-request-id'),
      method: request.method,
      path: path.slice(0, 200),
      status: response.statusCode,
      ms: Math.round(performance.now() - startedAt),
    })
  })
}
