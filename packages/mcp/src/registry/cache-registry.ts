import { createCache } from './create-cache.ts'
import type { Registry, SearchPage, ToolServerDetails } from './types.ts'

const LIFETIME_MS = 60_000
const MAX_ENTRIES = 500

/**
 * The same registry with its answers held for a minute. What several callers ask at once is asked once, so
 * one caller's signal does not reach the registry; its own time limit does.
 */
export function cacheRegistry(registry: Registry, now: () => number = Date.now): Registry {
  const options = { lifetimeMs: LIFETIME_MS, maxEntries: MAX_ENTRIES, now }
  const pages = createCache<SearchPage>(options)
  const servers = createCache<ToolServerDetails | null>(options)
  return {
    search: ({ query, page }) =>
      pages.get(JSON.stringify([query, page]), () => registry.search({ query, page })),
    server: (qualifiedName) => servers.get(qualifiedName, () => registry.server(qualifiedName)),
  }
}
