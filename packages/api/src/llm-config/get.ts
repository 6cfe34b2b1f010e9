import { getLlmConfig as endpoint } from '@parley/contract'
import { getLlmConfig } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentLlmConfig } from './present.ts'

export const get = query(endpoint, async ({ deps, owner, input }) =>
  presentLlmConfig(await getLlmConfig(deps, owner, input.config_id)),
)
