import type { AssistantReply, ChatEvent as WireChatEvent } from '@parley/contract'
import type { Answer, AnswerEvent, StatelessAnswer } from '@parley/core'
import { presentEvidence } from './evidence.ts'
import { presentStep } from './run.ts'

/** The reply of a query. */
export function presentAnswer(answer: Answer): AssistantReply {
  return {
    role: 'assistant',
    content: answer.content,
    type: answer.type,
    status: answer.status,
    run_id: answer.runId,
    artifacts: answer.artifacts,
    suggestions: answer.suggestions && [...answer.suggestions],
  }
}

/** The reply of a stateless call; every step of its trace names the run. */
export function presentStatelessAnswer(answer: StatelessAnswer) {
  return {
    content: answer.content,
    type: answer.type,
    status: answer.status,
    trace: answer.trace.map((step) => ({ ...presentStep(step), run_id: answer.runId })),
  }
}

/** Returns the result, after it has yielded each event in its wire form to a caller who streams. */
export async function* presentEvents<Output>(
  events: AsyncGenerator<AnswerEvent, Output, void>,
  isStreaming: boolean,
): AsyncGenerator<WireChatEvent, Output, void> {
  let next = await events.next()
  for (; !next.done; next = await events.next()) if (isStreaming) yield presentEvent(next.value)
  return next.value
}

function presentEvent(event: AnswerEvent): WireChatEvent {
  const { id } = event
  switch (event.type) {
    case 'run':
      return { id, type: 'run', run_id: event.runId }
    case 'step_start':
      return {
        id,
        type: 'step_start',
        step_id: event.stepId,
        agent_name: event.agentName,
        input: event.input,
      }
    case 'step_progress':
      return { id, type: 'step_progress', step_id: event.stepId, text: event.text }
    case 'step_waiting':
      return {
        id,
        type: 'step_progress',
        step_id: event.stepId,
        text: 'Waiting for approval',
        is_waiting: true,
      }
    case 'step_end':
      return { id, type: 'step_end', step: presentStep(event.step) }
    case 'evidence':
      return { id, type: 'evidence', evidence: presentEvidence(event.runId, event.evidence) }
    default:
      return event
  }
}
