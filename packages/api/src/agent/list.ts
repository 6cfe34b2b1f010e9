import { listAgents as endpoint } from '@parley/contract'
import { listAgents } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentAgentListEntry } from './present.ts'

export const list = query(endpoint, async ({ deps, owner }) => ({
  agents: (await listAgents(deps, owner)).map(presentAgentListEntry),
}))
