import { OPERATIONS } from '@parley/contract'
import {
  approveRun,
  cancelRun,
  followRun,
  getRun,
  getRunEvidence,
  getRunQuestion,
  listApprovals,
  listRuns,
} from '@parley/core'
import { presentAnswer, presentEvents } from './present/chat.ts'
import { presentEvidence } from './present/evidence.ts'
import { readPageRequest } from './present/page.ts'
import {
  presentApproval,
  presentRun,
  presentRunSummary,
  presentStep,
  readDecision,
  readRunFilter,
} from './present/run.ts'
import { procedures } from './procedure/procedures.ts'

export const run = procedures(OPERATIONS.run, {
  list: async ({ deps, owner, input }) => {
    const wanted = { filter: readRunFilter(input), ...readPageRequest(input) }
    const { rows, nextCursor } = await listRuns(deps, owner, wanted)
    return { runs: rows.map(presentRunSummary), next_cursor: nextCursor }
  },

  get: async ({ deps, owner, input }) => ({
    steps: (await getRun(deps, owner, input.run_id)).steps.map(presentStep),
  }),

  follow: async function* ({ deps, owner, input, signal }, isStreaming) {
    const after = input.after
    const events = followRun(deps, owner, {
      runId: input.run_id,
      signal,
      ...(after !== undefined && { after }),
    })
    return presentAnswer(yield* presentEvents(events, isStreaming))
  },

  evidence: async ({ deps, owner, input }) => {
    const evidence = await getRunEvidence(deps, owner, input.run_id)
    return { evidence: evidence && presentEvidence(input.run_id, evidence) }
  },

  cancel: async ({ deps, owner, input }) => {
    await cancelRun(deps, owner, input.run_id)
    return {}
  },

  inspect: async ({ deps, owner, input }) => {
    const run = await getRun(deps, owner, input.run_id)
    return presentRun(run, await getRunQuestion(deps, owner, input.run_id))
  },

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
