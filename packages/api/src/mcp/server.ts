import { getToolServer as endpoint } from '@parley/contract'
import { getToolServer } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const server = query(endpoint, async ({ deps, owner, input }) => ({
  server: await getToolServer(deps, owner, input.q),
}))
