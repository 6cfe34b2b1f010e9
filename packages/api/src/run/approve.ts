import { approveRun as endpoint } from '@parley/contract'
import { approveRun } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const approve = mutation(endpoint, async ({ deps, owner, input }) => {
  const decision =
    input.decision === 'deny'
      ? { kind: 'deny' as const, ...(input.reason && { reason: input.reason }) }
      : { kind: 'approve' as const, ...(input.arguments && { arguments: input.arguments }) }
  const isForGood = input.decision === 'approve_always'
  await approveRun(deps, owner, { runId: input.run_id, stepId: input.step_id, decision, isForGood })
  return {}
})
