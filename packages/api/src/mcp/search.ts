import { searchToolServers as endpoint, LIMITS } from '@parley/contract'
import { searchToolServers } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const search = query(endpoint, async ({ deps, input }) => {
  const page = input.page ?? 1
  const { servers, total } = await searchToolServers(deps, { query: input.q ?? '', page })
  return { servers: [...servers], page, page_size: LIMITS.searchPageSize, total }
})
