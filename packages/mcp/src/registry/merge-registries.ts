import { type Registry, type RegistryEntry, type RegistrySearch, SEARCH_PAGE_SIZE } from './types.ts'

/** The entries that one registry adds to a merged page, and its total where it reports one. */
type Window = { readonly servers: readonly RegistryEntry[]; readonly total: number | null }

/**
 * Merges registries in the given order. When two have the same name, the first wins. A search leaves out a
 * registry that is down, unless all are down. A registry without totals must come last, because later ones
 * are never reached.
 */
export function mergeRegistries(registries: readonly Registry[]): Registry {
  const [only, ...others] = registries
  if (only && others.length === 0) return only
  return {
    search: async (request) => {
      const answers = await searchAll(registries, request)
      const names = new Set<string>()
      const servers = answers.servers.filter((server) => {
        const isNew = !names.has(server.qualifiedName)
        names.add(server.qualifiedName)
        return isNew
      })
      return { servers, page: request.page, pageSize: SEARCH_PAGE_SIZE, total: answers.total }
    },
    server: async (qualifiedName, signal) => {
      const failures: unknown[] = []
      for (const registry of registries) {
        try {
          const details = await registry.server(qualifiedName, signal)
          if (details) return details
        } catch (error) {
          if (signal?.aborted) throw error
          failures.push(error)
        }
      }
      // The name is only unknown when every registry has answered.
      if (failures.length > 0) throw failures[0]
      return null
    },
  }
}

async function searchAll(registries: readonly Registry[], request: RegistrySearch): Promise<Window> {
  const servers: RegistryEntry[] = []
  const failures: unknown[] = []
  let offset = (request.page - 1) * SEARCH_PAGE_SIZE
  let total: number | null = 0
  for (const registry of registries) {
    try {
      const window = await readWindow(registry, request, {
        offset,
        count: SEARCH_PAGE_SIZE - servers.length,
      })
      servers.push(...window.servers)
      total = total === null || window.total === null ? null : total + window.total
      if (window.total === null) break
      offset = Math.max(0, offset - window.total)
    } catch (error) {
      if (request.signal?.aborted) throw error
      failures.push(error)
      total = null
    }
  }
  if (failures.length === registries.length) throw failures[0]
  return { servers, total }
}

/** Reads entries `offset` to `offset + count` of one registry, page by page. */
async function readWindow(
  registry: Registry,
  request: RegistrySearch,
  { offset, count }: { offset: number; count: number },
): Promise<Window> {
  const firstPage = Math.floor(offset / SEARCH_PAGE_SIZE) + 1
  const skipped = offset % SEARCH_PAGE_SIZE
  const first = await registry.search({ ...request, page: firstPage })
  const isSecondNeeded =
    count > 0 && skipped + count > SEARCH_PAGE_SIZE && first.servers.length === SEARCH_PAGE_SIZE
  const second = isSecondNeeded ? await registry.search({ ...request, page: firstPage + 1 }) : null
  const servers = [...first.servers, ...(second?.servers ?? [])]
  return { servers: servers.slice(skipped, skipped + count), total: first.total }
}
