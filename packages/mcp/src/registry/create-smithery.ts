import * as z from 'zod'
import type { ToolServerFetch } from '../fetch.ts'
import { DEFAULT_TIMEOUT_MS, fetchJson } from './fetch-json.ts'
import { readDetails, readSummary } from './read-entry.ts'
import { type Registry, SEARCH_PAGE_SIZE } from './types.ts'

const DEFAULT_URL = 'https://registry.smithery.ai'

export type SmitheryOptions = {
  readonly fetch: ToolServerFetch
  /** Base address; the first generation's host, or `https://api.smithery.ai` for the second. */
  readonly url?: string
  /** Sent as a bearer token where it is set; public reads work without one on the second generation. */
  readonly apiKey?: string
  readonly timeoutMs?: number
}

/** Creates a client of the Smithery registry. Both generations offer the same two operations. */
export function createSmithery(options: SmitheryOptions): Registry {
  const { fetch, url = DEFAULT_URL, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const get = (target: URL, signal: AbortSignal | undefined) =>
    fetchJson({ fetch, registryName: 'the Smithery registry', url: target, headers, timeoutMs, signal })

  return {
    search: async ({ query, page, signal }) => {
      const target = address(url, 'servers')
      if (query) target.searchParams.set('q', query)
      target.searchParams.set('page', String(page))
      target.searchParams.set('pageSize', String(SEARCH_PAGE_SIZE))
      const reply = Reply.parse(await get(target, signal))
      return {
        servers: reply.servers.slice(0, SEARCH_PAGE_SIZE).flatMap((entry) => readSummary(entry) ?? []),
        page,
        pageSize: SEARCH_PAGE_SIZE,
        total: reply.pagination.totalCount,
      }
    },
    server: async (qualifiedName, signal) =>
      readDetails(await get(address(url, `servers/${encodeName(qualifiedName)}`), signal)),
  }
}

/** Resolves a path below a base address, keeping the base's own path. */
export function address(base: string, path: string): URL {
  return new URL(path, base.endsWith('/') ? base : `${base}/`)
}

/** Turns a qualified name into a path. Every segment is escaped, and a segment of dots becomes `_`. */
function encodeName(qualifiedName: string): string {
  return qualifiedName
    .split('/')
    .map((segment) => (/^\.+$/.test(segment) ? '_' : encodeURIComponent(segment).replaceAll('%40', '@')))
    .join('/')
}

const Reply = z
  .object({
    servers: z.array(z.unknown()).catch([]),
    pagination: z
      .object({ totalCount: z.coerce.number().int().min(0).nullable().catch(null) })
      .catch({ totalCount: null }),
  })
  .catch({ servers: [], pagination: { totalCount: null } })
