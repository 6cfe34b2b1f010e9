import { updateLlmConfig as endpoint } from '@parley/contract'
import { updateLlmConfig } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { presentLlmConfig, readLlmConfigChange } from './present.ts'

export const update = mutation(endpoint, async ({ deps, owner, input }) => {
  const { config_id, ...fields } = input
  return presentLlmConfig(
    await updateLlmConfig(deps, owner, { id: config_id, change: readLlmConfigChange(fields) }),
  )
})
