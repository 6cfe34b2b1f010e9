import { endSignIn as endpoint } from '@parley/contract'
import { endSignIn as end } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const endSignIn = mutation(endpoint, async ({ deps, owner, input }) => {
  await end(deps, owner, input.tool_server_id)
  return {}
})
