import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { replyError, toAppError } from '@parley/api'
import { countSignIn, type Deps } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Logger } from 'pino'
import { answerClientError } from './answer-client-error.ts'
import { answerHealth } from './answer-health.ts'
import { answerMetrics, type MetricsAccess } from './answer-metrics.ts'
import { answerPage, type Pages } from './answer-page.ts'
import { answerRest } from './answer-rest.ts'
import { answerTrpc } from './answer-trpc.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { giveUpLateBody } from './give-up-late-body.ts'
import { createMetrics } from './metrics.ts'
import { createOpenExchanges, type OpenExchanges } from './open-exchanges.ts'
import { SHELL_TIMES, type ShellTimes } from './shell-times.ts'
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
  /** Proxies of the operator's own in front of this server; 0 without any. */
  readonly proxyHops?: number
  /** Who may read `/metrics`; nobody when left out. */
  readonly metricsAccess?: MetricsAccess
  /** Other times than `SHELL_TIMES`. */
  readonly times?: Partial<ShellTimes>
}

/** Answers a request by itself. */
export type Mount = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type Shell = {
  readonly server: Server
  /** Refuses new work, waits for what is under way at most `graceMs`, then interrupts the rest and closes. */
  readonly close: (graceMs: number) => Promise<void>
}

const KEEP_ALIVE_MS = 65_000
/** What is left of replies, once all work has ended. */
const LAST_REPLIES_MS = 1_000

/**
 * The HTTP server of the service. It answers the API itself and leaves pages to the console; bodies, times,
 * admission and shutdown are its business alone (design, "Process shape").
 */
export function createShell(options: ShellOptions): Shell {
  const { deps, log, proxyHops = 0, metricsAccess = 'nobody' } = options
  const times = { ...SHELL_TIMES, ...options.times }
  const exchanges = createOpenExchanges()
  const metrics = createMetrics({ exchanges, deps })
  let isDraining = false

  const server = openServer(times)
  const isReady = async () => !isDraining && (await options.isReady())
  server.on('clientError', (error, socket) => {
    const open = [...exchanges.all()].find(({ request }) => request.socket === socket)
    answerClientError(error, socket, open?.response.headersSent ?? false)
  })
  server.on('request', (request, response) => {
    const exchange = openExchange(request, response, { times, proxyHops })
    logWhenDone(log, exchange)
    metrics.count(exchange)
    answer(exchange).catch((error) => answerFault(log, exchange, error))
  })

  async function answer(exchange: Exchange): Promise<void> {
    if (isDraining) exchange.response.shouldKeepAlive = false
    if (exchange.path === '/healthz' || exchange.path === '/readyz') return answerHealth(exchange, isReady)
    if (exchange.path === '/metrics') return answerMetrics(exchange, metrics, metricsAccess)
    if (isDraining) return refuse(exchange, 'The service is stopping; try again shortly.')
    if (exchanges.count() >= options.inFlightLimit)
      return refuse(exchange, 'The service is busy; try again shortly.')
    exchanges.add(exchange)
    return dispatch(options, exchange)
  }

  return {
    server,
    async close(graceMs) {
      isDraining = true
      closeAfterReply(exchanges)
      server.closeIdleConnections()
      deps.approvals.close()
      await Promise.all([deps.turns.drain(graceMs), exchanges.emptied(graceMs)])
      // Those that had been asked for but had not begun when the wait did.
      await deps.turns.drain(0)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const lastReplies = setTimeout(() => server.closeAllConnections(), LAST_REPLIES_MS)
      await closed
      clearTimeout(lastReplies)
    },
  }
}

function openServer({ headersMs }: ShellTimes): Server {
  return createServer({
    headersTimeout: headersMs,
    // A body may take as long as its size grants; each reader of bodies has bounds of its own.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // How often the two times above are looked at.
    connectionsCheckingInterval: headersMs / 5,
  })
}

async function dispatch(options: ShellOptions, exchange: Exchange): Promise<void> {
  const { deps, log, pages, mounts = {} } = options
  const { path, request, response, source } = exchange
  const mount = Object.entries(mounts).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  if (mount) {
    giveUpLateBody(exchange)
    return mount[1](request, response)
  }
  if (path.startsWith('/api/trpc/')) return answerTrpc(deps, exchange, log)
  if (isRest(path) || !pages) return answerRest(deps, exchange, log)
  // Here the sign-in library takes a signature to the same check as /api/auth/verify.
  if (path.startsWith('/api/auth/callback/')) await countSignIn(deps, { source, wallet: null })
  return answerPage(pages, exchange)
}

/** The sign-in library answers its own paths below /api/auth; the three documented ones are ours. */
function isRest(path: string): boolean {
  if (!path.startsWith('/api/')) return false
  return !path.startsWith('/api/auth/') || /^\/api\/auth\/(?:challenge|verify|sign_out)$/.test(path)
}

function refuse(exchange: Exchange, sentence: string): Promise<void> {
  // Spread out, so that those who were refused do not come back all at once.
  const error = new AppError('unavailable', sentence, { retryAfterSeconds: randomInt(1, 4) })
  return writeReply(exchange, replyError(error))
}

async function answerFault(log: Logger, exchange: Exchange, error: unknown): Promise<void> {
  const { response } = exchange
  const known = toAppError(error)
  if (known.code === 'internal')
    log.error({ requestId: response.getHeader('x-request-id'), err: error }, 'request failed')
  if (response.headersSent) response.destroy()
  else await writeReply(exchange, replyError(known))
}

/** Connections end with the reply that is under way on them; their clients then find another replica. */
function closeAfterReply(exchanges: OpenExchanges): void {
  for (const { response } of exchanges.all()) if (!response.headersSent) response.shouldKeepAlive = false
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
