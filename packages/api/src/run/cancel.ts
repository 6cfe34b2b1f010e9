import { cancelRun as endpoint } from '@parley/contract'
import { cancelRun } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const cancel = mutation(endpoint, async ({ deps, owner, input }) => {
  await cancelRun(deps, owner, input.run_id)
  return {}
})
