import { handleRequest } from '@parley/api'
import type { Deps } from '@parley/core'
import type { Logger } from 'pino'
import type { AdmittedExchange } from './exchange.ts'
import { isSameOrigin } from './is-same-origin.ts'
import { readSessionToken } from './read-session-token.ts'
import { receiveBody } from './receive-body.ts'
import { writeReply } from './write-reply.ts'

/** Handles a REST request by the table of operations. */
export async function handleRest(deps: Deps, exchange: AdmittedExchange, log: Logger): Promise<void> {
  const { request, response, path, query, signal, times, clientAddress, ticket } = exchange
  const reply = await handleRequest(
    deps,
    {
      // The reply is then written without its body (RFC 9110 §9.3.2).
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      path: path.replace(/^\/api/, ''),
      query: new URLSearchParams(query),
      header: (name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : null
      },
      sessionToken: isSameOrigin(request) ? readSessionToken(request, deps.origin) : null,
      clientAddress,
      body: receiveBody(request, { times, ticket }),
      onCaller: ticket.setUser,
      signal,
    },
    (error) => {
      const details = { requestId: response.getHeader('x-request-id'), err: error.cause ?? error }
      // A disconnected client breaks its own streams; that is no fault of the service.
      if (signal.aborted) log.debug(details, 'the client left')
      else log.error(details, 'internal error')
    },
  )
  await writeReply(exchange, reply)
}
