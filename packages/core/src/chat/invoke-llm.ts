import { randomUUID } from 'node:crypto'
import { joinThink, type Message, runAgent } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'
import { getLlmConfig } from '../llm-config/get-llm-config.ts'
import { requireUsable, toModelConfig } from '../llm-config/llm-config.ts'
import type { ChatEvent } from './answer-query.ts'

export type LlmInvocation = {
  readonly modelConfigId: number
  readonly prompt: string
  readonly systemMessage: string
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

/**
 * Asks a language model once: no tools, no history, nothing stored. Returns the text it gave, reasoning in
 * front. Throws `not_found`, `invalid_config` and the model's own error.
 */
export async function* invokeLlm(
  deps: Deps,
  owner: OwnerId,
  { modelConfigId, prompt, systemMessage, isStreaming, signal }: LlmInvocation,
): AsyncGenerator<ChatEvent, string, void> {
  const config = await getLlmConfig(deps, owner, modelConfigId)
  const model = deps.openModel(requireUsable(toModelConfig(config)))
  const question: Message = { role: 'user', content: prompt }
  const messages: Message[] =
    systemMessage.trim() === '' ? [question] : [{ role: 'system', content: systemMessage }, question]

  yield { type: 'run', runId: randomUUID() }
  const outcome = yield* runAgent({ model, tools: [], messages, isStreaming, signal })
  if (outcome.kind === 'failed') throw outcome.error
  return joinThink(outcome.reasoning, outcome.text)
}
