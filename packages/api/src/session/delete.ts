import { deleteSession as endpoint } from '@parley/contract'
import { deleteSession } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const remove = mutation(endpoint, async ({ deps, owner, input }) => {
  await deleteSession(deps, owner, input.session_id)
  return {}
})
