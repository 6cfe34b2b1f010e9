import { updateDataSource as endpoint } from '@parley/contract'
import { updateDataSource } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { presentDataSource } from './present.ts'

export const update = mutation(endpoint, async ({ deps, owner, input }) => {
  const { data_source_id: id, description, tables } = input
  return presentDataSource(await updateDataSource(deps, owner, { id, description, tables }))
})
