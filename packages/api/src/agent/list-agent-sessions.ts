import { listAgentSessions as endpoint } from '@parley/contract'
import { listAgentSessions as findSessions } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const listAgentSessions = query(endpoint, async ({ deps, owner, input }) => ({
  sessions: (await findSessions(deps, owner, input.agent_id)).map(({ id, name }) => ({
    session_id: id,
    name,
  })),
}))
