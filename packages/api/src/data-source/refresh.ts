import { refreshDataSource as endpoint } from '@parley/contract'
import { refreshDataSource } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { presentDataSource } from './present.ts'

export const refresh = mutation(endpoint, async ({ deps, owner, input, signal }) =>
  presentDataSource(await refreshDataSource(deps, owner, { id: input.data_source_id, signal })),
)
