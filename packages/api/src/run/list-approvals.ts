import { listApprovals as endpoint } from '@parley/contract'
import { listApprovals as findApprovals } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentApproval } from './present.ts'

export const listApprovals = query(endpoint, async ({ deps, owner, input }) => ({
  approvals: (await findApprovals(deps, owner, { runId: input.run_id ?? null })).map(presentApproval),
}))
