import { createCache } from './create-cache.ts'
import type { Registry, RegistryServer, SearchPage } from './types.ts'

const LIFETIME_MS = 60_000
const MAX_ENTRIES = 500

/**
 * Returns the same registry with its results cached for a minute. Concurrent equal requests share one
 * request, so a caller's signal does not cancel it; the registry's own time limit does.
 */
export function cacheRegistry(registry: Registry, now: () => number = Date.now): Registry {
  const options = { lifetimeMs: LIFETIME_MS, maxEntries: MAX_ENTRIES, now }
  const pages = createCache<SearchPage>(options)
  const servers = createCache<RegistryServer | null>(options)
  return {
    search: ({ query, page }) =>
      pages.get(JSON.stringify([query, page]), () => registry.search({ query, page })),
    server: (qualifiedName) => servers.get(qualifiedName, () => registry.server(qualifiedName)),
  }
}
