import { deleteAgent as endpoint } from '@parley/contract'
import { deleteAgent } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const remove = mutation(endpoint, async ({ deps, owner, input }) => {
  await deleteAgent(deps, owner, input.agent_id)
  return {}
})
