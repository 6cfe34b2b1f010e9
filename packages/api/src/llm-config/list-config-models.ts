import { listConfigModels as endpoint } from '@parley/contract'
import { listConfigModels as askProvider } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const listConfigModels = query(endpoint, async ({ deps, owner, input, signal }) => ({
  models: await askProvider(deps, owner, { configId: input.config_id, signal }),
}))
