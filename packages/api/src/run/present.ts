import type { Approval, Step as WireStep } from '@parley/contract'
import type { PendingApproval, Step } from '@parley/core'

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

/** A tool call that waits for its owner. */
export function presentApproval(approval: PendingApproval): Approval {
  return {
    run_id: approval.runId,
    step_id: approval.stepId,
    tool_name: approval.toolName,
    tool_server_id: approval.toolServerId,
    arguments: approval.arguments,
    created_at: approval.createdAt,
  }
}
