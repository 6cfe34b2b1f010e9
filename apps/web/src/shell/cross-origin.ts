import type { IncomingMessage } from 'node:http'
import { AppError } from '@parley/errors'
import type { Exchange } from './exchange.ts'
import { isLoopbackName } from './is-loopback-name.ts'
import { isSameOrigin } from './is-same-origin.ts'
import { writeReply } from './write-reply.ts'

/** Origins whose pages may call the REST interface: the listed ones, or every origin on this machine. */
export type CorsOrigins = 'loopback' | ReadonlySet<string>

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
const HEADER_NAMES = /^[a-z0-9-]+(?: *, *[a-z0-9-]+)*$/i
const EXPOSED = 'X-Request-Id, X-Error-Code, Retry-After, RateLimit, RateLimit-Policy, ETag, Link, Location'
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the allowed origins read replies of the REST interface (Fetch standard, "CORS protocol").
 * Cookies are never allowed: such a page sends an API key or an access token. Returns true when the request
 * was a preflight, which is then already answered.
 */
export async function handleCrossOrigin(exchange: Exchange, origins: CorsOrigins): Promise<boolean> {
  const { request, response } = exchange
  const { origin } = request.headers
  if (origin === undefined) return false
  response.setHeader('vary', 'Origin')
  if (!isAllowed(origin, origins)) return false
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', EXPOSED)
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return false
  const wanted = String(request.headers['access-control-request-headers'] ?? '')
  await writeReply(exchange, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      ...(HEADER_NAMES.test(wanted) && { 'access-control-allow-headers': wanted }),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    },
    body: '',
  })
  return true
}

/**
 * Refuses a change from a page of another origin without a credential. Such a request needs no preflight, so
 * the browser sends it even when CORS forbids it. Throws `forbidden`.
 */
export function refuseCrossOriginChange(request: IncomingMessage, origins: CorsOrigins): void {
  const { method = 'GET', headers } = request
  const { origin, authorization } = headers
  if (READING.has(method) || authorization !== undefined) return
  if (isSameOrigin(request) || (origin !== undefined && isAllowed(origin, origins))) return
  throw new AppError(
    'forbidden',
    'Pages of another origin may not do this. The operator can allow an origin in PARLEY_CORS_ORIGINS.',
  )
}

function isAllowed(origin: string, origins: CorsOrigins): boolean {
  if (origins !== 'loopback') return origins.has(origin)
  const url = URL.parse(origin)
  return url !== null && /^https?:$/.test(url.protocol) && isLoopbackName(url.hostname)
}
