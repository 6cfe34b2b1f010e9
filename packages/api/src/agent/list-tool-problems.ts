import { listToolProblems as endpoint } from '@parley/contract'
import { listToolProblems as findProblems } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const listToolProblems = query(endpoint, async ({ deps, owner, input }) => ({
  problems: [...(await findProblems(deps, owner, input.agent_id))],
}))
