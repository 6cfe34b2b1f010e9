import { getToolServer as endpoint } from '@parley/contract'
import { getToolServer } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const server = query(endpoint, async ({ deps, input }) => ({
  server: await getToolServer(deps, input.q),
}))
