import { getDataSource as endpoint } from '@parley/contract'
import { getDataSource } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentDataSource } from './present.ts'

export const get = query(endpoint, async ({ deps, owner, input }) =>
  presentDataSource(await getDataSource(deps, owner, input.data_source_id)),
)
