import { getAgent as endpoint } from '@parley/contract'
import { getAgent } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentAgent } from './present.ts'

export const get = query(endpoint, async ({ deps, owner, input }) =>
  presentAgent(await getAgent(deps, owner, input.agent_id)),
)
