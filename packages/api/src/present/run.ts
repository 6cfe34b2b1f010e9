import type { Approval, InputOf, OPERATIONS, RunSummary, Step as WireStep } from '@parley/contract'
import type { ListedRun, PendingApproval, Run } from '@parley/core'
import type { RunStep } from '@parley/domain'

/** One step of a trace. */
export function presentStep(step: RunStep): WireStep {
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
    ...(approval.problem !== undefined && { problem: approval.problem }),
    ...(approval.parameters && { parameters: approval.parameters }),
    created_at: approval.createdAt,
    ...(approval.endsAt !== undefined && { expires_at: approval.endsAt }),
  }
}

/** A run as a list shows it. Stored times have no zone; they are UTC. */
export function presentRunSummary({ usage, ...run }: ListedRun): RunSummary {
  return {
    run_id: run.runId,
    session_id: run.sessionId,
    agent_id: run.agentId,
    status: run.status,
    created_at: `${run.createdAt}Z`,
    finished_at: run.finishedAt && `${run.finishedAt}Z`,
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
  }
}

/** Reads which runs a caller wants. */
export function readRunFilter(input: InputOf<typeof OPERATIONS.run.list>) {
  return {
    ...(input.session_id !== undefined && { sessionId: input.session_id }),
    ...(input.agent_id !== undefined && { agentId: input.agent_id }),
    ...(input.status !== undefined && { status: input.status }),
    ...(input.from !== undefined && { from: new Date(input.from) }),
    ...(input.to !== undefined && { to: new Date(input.to) }),
  }
}

/** A run with its question, durations and what the vendor counted, as the console shows it. */
export function presentRun(run: Run, question: string | null) {
  const { usage } = run
  return {
    question,
    run_id: run.runId,
    session_id: run.sessionId,
    status: run.status,
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    cost_usd: run.costMicros === null ? null : run.costMicros / 1_000_000,
    steps: run.steps.map((step) => ({ ...presentStep(step), duration_ms: step.durationMs })),
  }
}

/** The decision on a tool call that waits. A denial has no arguments, an approval no reason. */
export function readDecision(input: InputOf<typeof OPERATIONS.run.approve>) {
  return input.decision === 'deny'
    ? { kind: 'deny' as const, ...(input.reason && { reason: input.reason }) }
    : { kind: 'approve' as const, ...(input.arguments && { arguments: input.arguments }) }
}
