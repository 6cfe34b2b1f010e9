import { listTemplates as endpoint } from '@parley/contract'
import { listTemplates as list } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentLlmConfig } from './present.ts'

export const listTemplates = query(endpoint, async ({ deps }) => ({
  models: (await list(deps)).map(presentLlmConfig),
}))
