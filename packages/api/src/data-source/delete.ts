import { deleteDataSource as endpoint } from '@parley/contract'
import { deleteDataSource } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const remove = mutation(endpoint, async ({ deps, owner, input }) => {
  await deleteDataSource(deps, owner, input.data_source_id)
  return {}
})
