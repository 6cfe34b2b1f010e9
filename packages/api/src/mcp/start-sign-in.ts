import { startSignIn as endpoint } from '@parley/contract'
import { startSignIn as start } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const startSignIn = mutation(endpoint, async ({ deps, owner, input }) => ({
  url: await start(deps, owner, input.tool_server_id),
}))
