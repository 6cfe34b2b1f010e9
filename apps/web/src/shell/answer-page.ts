import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIMITS } from '@parley/contract'
import { AppError } from '@parley/errors'
import type { Exchange } from './exchange.ts'
import { giveUpLateBody } from './give-up-late-body.ts'

/** The console's request handler. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers a page under a strict policy: only scripts and styles with this reply's nonce run, nothing is loaded
 * from elsewhere. The framework reads the nonce from the request's own policy header.
 */
export async function answerPage(pages: Pages, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  requireSmallBody(request)
  giveUpLateBody(exchange)
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'))
  request.headers['content-security-policy'] = policy
  response.setHeader('content-security-policy', policy)
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  await pages(request, response)
}

/** Who answers pages reads a body into memory, however large it is. */
function requireSmallBody({ headers }: IncomingMessage): void {
  const length = Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] === undefined && length <= LIMITS.bodyBytes) return
  throw new AppError('too_large', `Say how long the body is; pages take ${LIMITS.bodyBytes} bytes at most.`)
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
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
