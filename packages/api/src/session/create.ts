import { createSession as endpoint } from '@parley/contract'
import { createSession, DEFAULT_PERSONA_ID } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const create = mutation(endpoint, async ({ deps, owner, input }) => {
  const sessionId = await createSession(deps, owner, {
    name: input.name ?? '',
    personaId: input.persona_id ?? DEFAULT_PERSONA_ID,
    agentId: input.agent_id,
  })
  return { session_id: sessionId }
})
