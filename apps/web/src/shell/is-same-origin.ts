import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser sent this from one of our own pages. What the browser says of itself decides
 * (Fetch Metadata, Origin); requests without either come from programs, which carry no cookie of ours.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host
  return site === undefined || site === 'same-origin'
}
