import { listLlmConfigs as endpoint } from '@parley/contract'
import { listLlmConfigs } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentLlmConfig } from './present.ts'

export const list = query(endpoint, async ({ deps, owner }) => ({
  models: (await listLlmConfigs(deps, owner)).map(presentLlmConfig),
}))
