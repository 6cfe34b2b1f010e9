import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser sent this from one of our own pages. What the browser says of itself decides
 * (Fetch Metadata, Origin), and both must agree; requests without either come from programs, which carry no
 * cookie of ours.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
