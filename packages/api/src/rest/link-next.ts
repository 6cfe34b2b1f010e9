import { BASE_PATH } from '@parley/contract'
import type { RestRequest } from './rest-request.ts'

/** The header that names the next page of a list (RFC 8288); empty on the last page and for replies without pages. */
export function linkNext({ path, query }: RestRequest, output: unknown): Readonly<Record<string, string>> {
  const { next_cursor } = output as { readonly next_cursor?: string | null }
  if (typeof next_cursor !== 'string') return {}
  const next = new URLSearchParams(query)
  next.set('cursor', next_cursor)
  return { link: `<${BASE_PATH}${path}?${next}>; rel="next"` }
}
