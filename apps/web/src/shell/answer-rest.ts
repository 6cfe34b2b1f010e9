import { answerRequest } from '@parley/api'
import type { Deps } from '@parley/core'
import type { Logger } from 'pino'
import type { Exchange } from './exchange.ts'
import { isSameOrigin } from './is-same-origin.ts'
import { readSessionToken } from './read-session-token.ts'
import { receiveBody } from './receive-body.ts'
import { writeReply } from './write-reply.ts'

/** Answers a REST request from the endpoint table. */
export async function answerRest(deps: Deps, exchange: Exchange, log: Logger): Promise<void> {
  const { request, response, path, query, signal, times, source } = exchange
  const reply = await answerRequest(
    deps,
    {
      // Without its body, which is left out when the reply is written (RFC 9110 §9.3.2).
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      path: path.replace(/^\/api/, ''),
      query: new URLSearchParams(query),
      header: (name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : null
      },
      sessionToken: isSameOrigin(request) ? readSessionToken(request, deps.origin) : null,
      source,
      body: receiveBody(request, times),
      signal,
    },
    (error) =>
      log.error(
        { requestId: response.getHeader('x-request-id'), err: error.cause ?? error },
        'internal error',
      ),
  )
  await writeReply(exchange, reply)
}
