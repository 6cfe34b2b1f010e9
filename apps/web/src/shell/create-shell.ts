import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { replyError, toAppError } from '@parley/api'
import { countSignIn, type Deps } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Logger } from 'pino'
import { type Admission, createAdmission } from './admission.ts'
import { checkHost } from './check-host.ts'
import { limitConnections } from './connections.ts'
import { type CorsOrigins, handleCrossOrigin, refuseCrossOriginChange } from './cross-origin.ts'
import { endDisabledExchanges } from './end-disabled.ts'
import { type AdmittedExchange, type Exchange, openExchange } from './exchange.ts'
import { handleClientError } from './handle-client-error.ts'
import { HEALTH_PATHS, handleHealth, type Readiness } from './handle-health.ts'
import { handleMetrics, isOperator, type MetricsAccess } from './handle-metrics.ts'
import { handlePage, type Pages } from './handle-page.ts'
import { handleRest } from './handle-rest.ts'
import { handleTrpc } from './handle-trpc.ts'
import { limitBodyTime } from './limit-body-time.ts'
import { createMetrics } from './metrics.ts'
import { createOpenExchanges, type OpenExchanges } from './open-exchanges.ts'
import { openServer } from './open-server.ts'
import { inRequestSpan } from './request-span.ts'
import { SHELL_TIMES, type ShellTimes } from './shell-times.ts'
import { writeReply } from './write-reply.ts'

export type ShellOptions = {
  readonly deps: Deps
  readonly log: Logger
  /** An existing server to use; by default a new one. */
  readonly server?: Server
  /** Maximum number of requests that are processed at the same time. */
  readonly inFlightLimit: number
  /** Handles everything except the API; null without a console. */
  readonly pages: Pages | null
  /** Whether the service can take work, or a sentence that says why not. */
  readonly isReady: () => Promise<Readiness>
  /** Further paths that the installation handles, for example the demo model. */
  readonly mounts?: Readonly<Record<string, Mount>>
  /** Number of trusted reverse proxies in front of this server. Default 0. */
  readonly proxyHops?: number
  /** Names of this installation in lower case, besides the name of its origin and the loopback names. */
  readonly hosts?: readonly string[]
  /** Origins whose pages may call the REST interface. Default none. */
  readonly corsOrigins?: CorsOrigins
  /** Clients that may read `/metrics`. Default none. */
  readonly metricsAccess?: MetricsAccess
  /** Fields that `/healthz` adds for a client with this access. */
  readonly healthDetails?: Readonly<Record<string, unknown>>
  /** Relaxes the policy of pages for hot reload. Default false. */
  readonly isDevelopment?: boolean
  /** Overrides of `SHELL_TIMES`. */
  readonly times?: Partial<ShellTimes>
}

/** Handles a request. */
export type Mount = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type Shell = {
  readonly server: Server
  /** `/readyz` answers 503 from now on, so that load balancers use other replicas. Requests are still handled. */
  readonly announceStop: () => void
  /** Refuses new work, waits at most `graceMs` for open exchanges, then interrupts the rest and closes. */
  readonly close: (graceMs: number) => Promise<void>
}

/** Connections for each slot: clients keep idle connections, and bodies arrive on others. */
const CONNECTIONS_PER_SLOT = 4
/** Time to send the rest of the replies after all work has ended. */
const LAST_REPLIES_MS = 1_000
const RETRY_AFTER_STOP_SECONDS = 2

/**
 * Creates the HTTP server of the service. It handles the API and passes pages to the console. Limits of
 * bodies, timeouts, hosts, admission and shutdown are enforced here only
 * (docs/decisions/0002-own-http-server.md).
 */
export function createShell(options: ShellOptions): Shell {
  const { deps, log, proxyHops = 0, metricsAccess = 'none', isDevelopment = false } = options
  const times = { ...SHELL_TIMES, ...options.times }
  const exchanges = createOpenExchanges()
  const admission = createAdmission(options.inFlightLimit)
  const metrics = createMetrics({ exchanges, admission, deps })
  const hosts = new Set([new URL(deps.origin).hostname, ...(options.hosts ?? [])])
  const stopEnding = endDisabledExchanges(deps, exchanges, log)
  let stage: 'serving' | 'leaving' | 'draining' = 'serving'

  const server = options.server ?? openServer({ ...times, hasUpgrades: isDevelopment })
  limitConnections(server, {
    limit: CONNECTIONS_PER_SLOT * Math.max(options.inFlightLimit, 256),
    hasProxy: proxyHops > 0,
  })
  const isReady = async () => stage === 'serving' && (await options.isReady())
  server.on('clientError', (error, socket) => {
    const open = exchanges.all().find(({ request }) => request.socket === socket)
    handleClientError(error, socket, open?.response.headersSent ?? false)
  })
  server.on('request', (request, response) => {
    const exchange = openExchange(request, response, { times, proxyHops })
    logWhenDone(log, exchange)
    metrics.count(exchange)
    inRequestSpan(exchange, { hasProxy: proxyHops > 0 }, () => {
      handle(exchange).catch((error) => handleFault(log, exchange, error))
    })
  })

  async function handle(exchange: Exchange): Promise<void> {
    const { response, path } = exchange
    if (stage === 'draining') response.shouldKeepAlive = false
    if (HEALTH_PATHS.has(path)) {
      const details = isOperator(exchange, metricsAccess) ? (options.healthDetails ?? {}) : null
      return handleHealth(exchange, { isReady, details })
    }
    checkHost(exchange, hosts)
    if (path === '/metrics') return handleMetrics(exchange, metrics, metricsAccess)
    if (stage === 'draining') {
      throw new AppError('unavailable', 'The service is stopping; try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_STOP_SECONDS,
      })
    }
    return dispatch(options, admit(exchange, { admission, exchanges }))
  }

  return {
    server,
    announceStop() {
      stage = 'leaving'
    },
    async close(graceMs) {
      stage = 'draining'
      closeAfterReply(exchanges)
      server.closeIdleConnections()
      deps.approvals.close()
      await Promise.all([deps.turns.drain(graceMs), exchanges.emptied(graceMs)])
      // Ends the turns that an open request started after the wait for turns had begun.
      await deps.turns.drain(0)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const lastReplies = setTimeout(() => server.closeAllConnections(), LAST_REPLIES_MS)
      await closed
      clearTimeout(lastReplies)
      stopEnding()
    },
  }
}

/** Opens the ticket of an exchange and adds it to the open ones, under its user once the user is known. */
function admit(
  exchange: Exchange,
  { admission, exchanges }: { readonly admission: Admission; readonly exchanges: OpenExchanges },
): AdmittedExchange {
  const ticket = admission.open(exchange.request, exchange.clientAddress)
  exchange.response.once('close', ticket.close)
  const open = exchanges.add(exchange)
  const setUser = (userId: string) => {
    open.setUser(userId)
    ticket.setUser(userId)
  }
  return { ...exchange, ticket: { ...ticket, setUser } }
}

async function dispatch(options: ShellOptions, exchange: AdmittedExchange): Promise<void> {
  const { deps, log, pages, mounts = {}, isDevelopment = false, corsOrigins = new Set<string>() } = options
  const { path, request, response, clientAddress } = exchange
  if (path.startsWith('/api/trpc/')) return handleTrpc(deps, exchange, log)
  const isApi = isRest(path)
  if (isApi && (await handleCrossOrigin(exchange, corsOrigins))) return
  refuseCrossOriginChange(request, isApi ? corsOrigins : new Set())
  const mount = Object.entries(mounts).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  if (mount) {
    limitBodyTime(exchange)
    return mount[1](request, response)
  }
  const usesRoute = isDevelopment && isCallOfProgram(request)
  if ((isApi && !usesRoute) || !pages) return handleRest(deps, exchange, log)
  // On this path the sign-in library sends a signature to the same check as /api/auth/verify.
  if (path.startsWith('/api/auth/callback/')) await countSignIn(deps, { clientAddress, wallet: null })
  return handlePage(pages, exchange, { isDevelopment })
}

/**
 * The sign-in library handles its own paths below /api/auth; the service handles the three documented ones.
 */
function isRest(path: string): boolean {
  if (!path.startsWith('/api/')) return false
  return !path.startsWith('/api/auth/') || /^\/api\/auth\/(?:challenge|verify|sign_out)$/.test(path)
}

/**
 * In development Next.js handles the calls of programs, so that its catch-all route runs. That route accepts neither
 * cookies nor uploads.
 */
function isCallOfProgram({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined && !headers['content-type']?.startsWith('multipart/')
}

async function handleFault(log: Logger, exchange: Exchange, error: unknown): Promise<void> {
  const { response, signal } = exchange
  const known = toAppError(error)
  if (known.code === 'internal') {
    const details = { requestId: response.getHeader('x-request-id'), err: error }
    // A disconnected client breaks its own streams; that is no fault of the service.
    if (signal.aborted) log.debug(details, 'the client left')
    else log.error(details, 'request failed')
  }
  if (response.headersSent) response.destroy()
  else await writeReply(exchange, replyError(known))
}

/** Closes connections after their open reply; their clients then connect to another replica. */
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
