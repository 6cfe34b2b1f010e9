import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIMITS } from '@parley/contract'
import { AppError } from '@parley/errors'
import { PAGE_PATH_HEADER } from '../auth/page-path-header.ts'
import { hasBody } from './admission.ts'
import type { AdmittedExchange } from './exchange.ts'
import { limitBodyTime } from './limit-body-time.ts'

/** Handles a request for a page of the console. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Methods of pages and of the sign-in library; Next.js fails on some others. */
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/**
 * Handles a page under a strict policy: only scripts and styles with this reply's nonce run, and nothing is
 * loaded from other origins. Next.js reads the nonce from the policy header of the request.
 */
export async function handlePage(
  pages: Pages,
  exchange: AdmittedExchange,
  { isDevelopment = false } = {},
): Promise<void> {
  const { request, response } = exchange
  if (!METHODS.has(request.method ?? '')) {
    response.setHeader('allow', [...METHODS].join(', '))
    throw new AppError('method_not_allowed', `Pages answer ${[...METHODS].join(', ')}.`)
  }
  requireReadablePath(exchange.path)
  requireSmallBody(request)
  limitBodyTime(exchange)
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), isDevelopment)
  request.headers['content-security-policy'] = policy
  request.headers[PAGE_PATH_HEADER] = request.url ?? '/'
  response.setHeader('content-security-policy', policy)
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  await pages(request, response)
}

/** Next.js fails on a path that it cannot decode. */
function requireReadablePath(path: string): void {
  try {
    decodeURIComponent(path)
  } catch (cause) {
    const message =
      'The path holds an invalid percent-encoding. Encode it as UTF-8, and a percent sign as %25.'
    throw new AppError('invalid_request', message, { cause })
  }
}

/** Next.js reads a body into memory without a limit. */
function requireSmallBody(request: IncomingMessage): void {
  const length = Number(request.headers['content-length'])
  if (!hasBody(request) || length <= LIMITS.bodyBytes) return
  throw new AppError('too_large', `Send a Content-Length header of at most ${LIMITS.bodyBytes} bytes.`)
}

/**
 * In development React rebuilds call stacks with `eval`, and Next's error overlay writes style elements without a
 * nonce.
 */
function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  const scripts = `'self' 'nonce-${nonce}' 'strict-dynamic'`
  return [
    "default-src 'none'",
    `script-src ${scripts}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Components set positions and sizes as style attributes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}
