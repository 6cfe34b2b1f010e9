import { randomUUID } from 'node:crypto'
import { buildSystemPrompt, buildTranscript, runAgent, type Step } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import { toAgentLimits } from '../agent/agent.ts'
import { getAgent } from '../agent/get-agent.ts'
import { openTools } from '../agent/open-tools.ts'
import type { Deps } from '../deps.ts'
import { getLlmConfig } from '../llm-config/get-llm-config.ts'
import { requireUsable, toModelConfig } from '../llm-config/llm-config.ts'
import type { ChatEvent } from './answer-query.ts'
import { finalStep, type MessageStatus, type MessageType, statusOf, toAnswer } from './store-outcome.ts'
import { today } from './today.ts'
import { TRANSCRIPT_TOKENS } from './token-budget.ts'

export type Invocation = {
  readonly agentId: string
  readonly prompt: string
  readonly systemMessage: string
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

export type StatelessAnswer = {
  readonly runId: string
  readonly content: string
  readonly type: MessageType
  readonly status: MessageStatus
  /** All steps, the closing one last. */
  readonly trace: readonly Step[]
}

/**
 * Asks an agent once. Nothing is stored but chart files, which live one hour (decisions.md, "Fields").
 * Throws `not_found` for a missing agent, `invalid_config`, and the model's own error.
 */
export async function* invokeAgent(
  deps: Deps,
  owner: OwnerId,
  { agentId, prompt, systemMessage, isStreaming, signal }: Invocation,
): AsyncGenerator<ChatEvent, StatelessAnswer, void> {
  const agent = await getAgent(deps, owner, agentId)
  const config = await getLlmConfig(deps, owner, agent.modelConfigId)
  const model = deps.openModel(requireUsable(toModelConfig(config)))
  const tools = await openTools(deps, owner, { bindings: agent.tools, runId: null })

  const runId = randomUUID()
  yield { type: 'run', runId }
  const system = buildSystemPrompt({
    persona: '',
    agent,
    tools,
    today: today(deps),
    instructions: systemMessage,
  })
  const messages = buildTranscript({ system, history: [], question: prompt, tokenBudget: TRANSCRIPT_TOKENS })
  const outcome = yield* runAgent({
    model,
    tools,
    messages,
    limits: toAgentLimits(agent.limits),
    isStreaming,
    signal,
  })
  if (outcome.kind === 'failed') throw outcome.error

  const { content, type, status } = toAnswer(outcome, { runId, status: statusOf(outcome, null) })
  const trace = [...outcome.steps, finalStep(outcome, { content, now: deps.now() })]
  return { runId, content, type, status, trace }
}
