import * as z from 'zod'
import type { ToolServerFetch } from '../fetch.ts'
import { createCache } from './create-cache.ts'
import { address } from './create-smithery.ts'
import { DEFAULT_TIMEOUT_MS, fetchJson } from './fetch-json.ts'
import { type Entry, readEntry, toDetails, toSummary } from './read-official-entry.ts'
import { type Registry, SEARCH_PAGE_SIZE } from './types.ts'

const DEFAULT_URL = 'https://registry.modelcontextprotocol.io'
const CHUNK_SIZE = 100
/**
 * Maximum pages that are read. The registry has no page numbers, so page n is reached from the first page.
 */
const MAX_CHUNKS = 20
const CHUNK_LIFETIME_MS = 60_000

export type OfficialRegistryOptions = {
  readonly fetch: ToolServerFetch
  readonly url?: string
  readonly timeoutMs?: number
}

type Chunk = { readonly entries: readonly Entry[]; readonly nextCursor: string }

/**
 * The official MCP registry, or any that implements its API v0.1. It has no page numbers, no totals and no
 * tool lists. Source: modelcontextprotocol/registry, docs/reference/api/openapi.yaml.
 */
export function createOfficialRegistry(options: OfficialRegistryOptions): Registry {
  const { fetch, url = DEFAULT_URL, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const chunks = createCache<Chunk>({ lifetimeMs: CHUNK_LIFETIME_MS, maxEntries: 200 })
  const get = (target: URL, signal?: AbortSignal) =>
    fetchJson({ fetch, registryName: 'the MCP registry', url: target, timeoutMs, signal })

  async function readChunk(query: string, cursor: string): Promise<Chunk> {
    const target = address(url, 'v0.1/servers')
    target.searchParams.set('version', 'latest')
    target.searchParams.set('limit', String(CHUNK_SIZE))
    if (query) target.searchParams.set('search', query)
    if (cursor) target.searchParams.set('cursor', cursor)
    const reply = List.parse(await get(target))
    return {
      entries: reply.servers.slice(0, CHUNK_SIZE).flatMap((value) => readEntry(value) ?? []),
      nextCursor: reply.metadata.nextCursor,
    }
  }

  return {
    search: async ({ query, page }) => {
      const wanted = page * SEARCH_PAGE_SIZE
      const entries: Entry[] = []
      let cursor = ''
      for (let walked = 0; walked < MAX_CHUNKS && entries.length < wanted; walked++) {
        const at = cursor
        const chunk = await chunks.get(JSON.stringify([query, at]), () => readChunk(query, at))
        entries.push(...chunk.entries)
        cursor = chunk.nextCursor
        if (!cursor) break
      }
      return {
        servers: entries.slice(wanted - SEARCH_PAGE_SIZE, wanted).map(toSummary),
        page,
        pageSize: SEARCH_PAGE_SIZE,
        total: cursor ? null : entries.length,
      }
    },
    server: async (qualifiedName, signal) => {
      const path = `v0.1/servers/${encodeURIComponent(qualifiedName)}/versions/latest`
      const entry = readEntry(await get(address(url, path), signal))
      return entry && toDetails(entry)
    },
  }
}

const List = z
  .object({
    servers: z.array(z.unknown()).catch([]),
    metadata: z.object({ nextCursor: z.string().catch('') }).catch({ nextCursor: '' }),
  })
  .catch({ servers: [], metadata: { nextCursor: '' } })
