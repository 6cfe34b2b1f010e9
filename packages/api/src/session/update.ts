import { updateSession as endpoint } from '@parley/contract'
import { updateSession } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { presentSession } from './present.ts'

export const update = mutation(endpoint, async ({ deps, owner, input }) => {
  const session = await updateSession(deps, owner, {
    id: input.session_id,
    ...(input.name !== undefined && { name: input.name }),
    ...(input.agent_id !== undefined && { agentId: input.agent_id }),
    ...(input.persona_id !== undefined && { personaId: input.persona_id }),
  })
  return presentSession(session)
})
