import { updateAgent as endpoint } from '@parley/contract'
import { updateAgent } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { readToolBindings } from './present.ts'

export const update = mutation(endpoint, async ({ deps, owner, input }) => {
  const change = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.model_config_id !== undefined && { modelConfigId: input.model_config_id }),
    ...(input.limits !== undefined && { limits: input.limits }),
    ...(input.tools !== undefined && { tools: readToolBindings(input.tools) }),
  }
  await updateAgent(deps, owner, { agentId: input.agent_id, change })
  return {}
})
