import type { IncomingMessage } from 'node:http'

/**
 * Whether a page of this origin sent a request. The browser's own headers decide (Fetch Metadata, Origin),
 * and both must agree. A request without them comes from a program, which has no session cookie.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
