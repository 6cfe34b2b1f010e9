import { deleteLlmConfig as endpoint } from '@parley/contract'
import { deleteLlmConfig } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const remove = mutation(endpoint, async ({ deps, owner, input }) => {
  await deleteLlmConfig(deps, owner, input.config_id)
  return {}
})
