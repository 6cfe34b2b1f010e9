import { createAgent as endpoint } from '@parley/contract'
import { createAgent } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { readToolBindings } from './present.ts'

export const create = mutation(endpoint, async ({ deps, owner, input }) => {
  const agentId = await createAgent(deps, owner, {
    name: input.name,
    description: input.description ?? '',
    modelConfigId: input.model_config_id,
    tools: readToolBindings(input.tools ?? []),
    limits: input.limits ?? {},
  })
  return { agent_id: agentId }
})
