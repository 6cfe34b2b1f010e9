import { BASE_PATH } from '@parley/contract'
import type { RestRequest } from './rest-request.ts'

/** The header that names the next page of a list (RFC 8288); empty on the last page and for replies without pages. */
export function linkNext({ path, query }: RestRequest, output: unknown): Readonly<Record<string, string>> {
  const next = nextOf(output as PageOutput)
  if (!next) return {}
  const target = new URLSearchParams(query)
  target.set(...next)
  return { link: `<${BASE_PATH}${path}?${target}>; rel="next"` }
}

type PageOutput = {
  readonly next_cursor?: string | null
  /** Searches of tool servers have numbered pages. */
  readonly page?: number
  readonly page_size?: number
  readonly total?: number | null
  readonly servers?: readonly unknown[]
}

/** The field of the query that leads to the next page, with its value. */
function nextOf({ next_cursor, page, page_size, total, servers }: PageOutput): [string, string] | null {
  if (typeof next_cursor === 'string') return ['cursor', next_cursor]
  if (page === undefined || page_size === undefined) return null
  const isLast = typeof total === 'number' ? page * page_size >= total : (servers?.length ?? 0) < page_size
  return isLast ? null : ['page', String(page + 1)]
}
