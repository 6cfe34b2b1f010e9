import type { Step as WireStep } from '@parley/contract'
import type { Step } from '@parley/core'

/** One step of a trace. */
export function presentStep(step: Step): WireStep {
  return {
    step_id: step.stepId,
    agent_name: step.agentName,
    input: step.input,
    output: step.output,
    status: step.status,
    created_at: step.createdAt,
  }
}
