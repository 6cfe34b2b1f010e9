import { OPERATIONS } from '@parley/contract'
import { approveRun, cancelRun, getRun, listApprovals } from '@parley/core'
import { presentApproval, presentRun, presentStep, readDecision } from './present/run.ts'
import { procedures } from './procedure/procedures.ts'

export const run = procedures(OPERATIONS.run, {
  get: async ({ deps, owner, input }) => ({
    steps: (await getRun(deps, owner, input.run_id)).steps.map(presentStep),
  }),

  cancel: async ({ deps, owner, input }) => {
    await cancelRun(deps, owner, input.run_id)
    return {}
  },

  inspect: async ({ deps, owner, input }) => presentRun(await getRun(deps, owner, input.run_id)),

  approve: async ({ deps, owner, input }) => {
    await approveRun(deps, owner, {
      runId: input.run_id,
      stepId: input.step_id,
      decision: readDecision(input),
      isForGood: input.decision === 'approve_always',
    })
    return {}
  },

  listApprovals: async ({ deps, owner, input }) => ({
    approvals: (await listApprovals(deps, owner, { runId: input.run_id ?? null })).map(presentApproval),
  }),
})
