import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { replyError } from '@parley/api'
import { AppError } from '@parley/errors'
import { openExchange } from './exchange.ts'
import { handleHealth } from './handle-health.ts'
import { SHELL_TIMES } from './shell-times.ts'
import { writeReply } from './write-reply.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Handles requests while the service starts: `/healthz` reports that the process runs, `/readyz` gives the
 * sentence of `readReason`, everything else is `unavailable`. Returns the function that stops it.
 */
export function serveWhileStarting(server: Server, readReason: () => string): () => void {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = openExchange(request, response, { times: SHELL_TIMES, proxyHops: 0 })
    response.shouldKeepAlive = false
    const { path } = exchange
    if (path === '/healthz' || path === '/readyz') {
      void handleHealth(exchange, { isReady: async () => readReason() })
      return
    }
    const error = new AppError('unavailable', `The service is starting. ${readReason()}`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
    void writeReply(exchange, replyError(error))
  }
  server.on('request', handle)
  return () => void server.off('request', handle)
}
