import { inspectRun } from '@parley/contract'
import { getRun } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentStep } from './present.ts'

export const inspect = query(inspectRun, async ({ deps, owner, input }) => {
  const run = await getRun(deps, owner, input.run_id)
  const { usage } = run
  return {
    run_id: run.runId,
    session_id: run.sessionId,
    status: run.status,
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    steps: run.steps.map((step) => ({ ...presentStep(step), duration_ms: step.durationMs })),
  }
})
