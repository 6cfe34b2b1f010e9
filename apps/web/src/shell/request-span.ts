import { beginSpan, NO_SPAN, type SpanStart } from '@parley/telemetry'
import type { Exchange } from './exchange.ts'
import { HEALTH_PATHS } from './handle-health.ts'
import { nameRequest } from './metrics.ts'

/**
 * Handles a request in a span that ends with its response. Behind a proxy the span continues the trace that the proxy
 * names; a client that connects directly cannot choose its trace. Health checks and `/metrics` have no span.
 */
export function inRequestSpan(
  exchange: Exchange,
  { hasProxy }: { readonly hasProxy: boolean },
  work: () => void,
): void {
  const { path, response } = exchange
  const isObserved = !HEALTH_PATHS.has(path) && path !== '/metrics'
  const span = isObserved ? beginSpan(() => requestSpan(exchange, hasProxy)) : NO_SPAN
  response.once('close', () => {
    const { statusCode } = response
    span.set({ 'http.response.status_code': statusCode })
    span.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
  span.within(work)
}

/** Named by the conventions of OpenTelemetry for HTTP, with the operation in place of a route. */
function requestSpan(exchange: Exchange, hasProxy: boolean): SpanStart {
  const { request, response } = exchange
  const { method, operation } = nameRequest(exchange)
  const { traceparent, tracestate } = request.headers
  const attributes = {
    'http.request.method': method === 'other' ? '_OTHER' : method,
    'parley.operation': operation,
    'parley.request.id': String(response.getHeader('x-request-id')),
  }
  const start: SpanStart = { name: `${method} ${operation}`, kind: 'server', attributes }
  if (!hasProxy || typeof traceparent !== 'string') return start
  const remote = { traceparent, ...(typeof tracestate === 'string' && { tracestate }) }
  return { ...start, remote }
}
