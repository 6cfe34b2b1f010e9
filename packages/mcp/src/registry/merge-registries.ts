import { type Registry, type RegistrySearch, SEARCH_PAGE_SIZE, type ToolServerSummary } from './types.ts'

/** What one registry gave to a merged page, and how many it has in all, as far as it says. */
type Window = { readonly servers: readonly ToolServerSummary[]; readonly total: number | null }

/**
 * Several registries as one, the first one's entries first. Where two know a name, the first wins. A
 * registry that is down is left out of a search as long as another answers. One that gives no totals has to
 * come last: what follows it is never reached.
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
      // Not found is only true when everybody could be asked.
      if (failures.length > 0) throw failures[0]
      return null
    },
  }
}

async function searchAll(registries: readonly Registry[], request: RegistrySearch): Promise<Window> {
  const servers: ToolServerSummary[] = []
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

/** Entries `offset` to `offset + count` of one registry, which itself knows only pages. */
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
