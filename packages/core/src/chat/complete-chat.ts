import { randomUUID } from 'node:crypto'
import { type AgentEvent, type Outcome, runAgent } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import type { Deps, ModelParams } from '../deps.ts'
import { countTurn } from './count-turn.ts'
import { prepareAgent, prepareModel, type Question } from './prepare-invocation.ts'

export type Completion = {
  readonly target:
    | { readonly kind: 'agent'; readonly agentId: string }
    | { readonly kind: 'llm'; readonly configId: number; readonly params: ModelParams }
  readonly question: Question
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

export type CompletedChat = {
  readonly id: string
  readonly outcome: Exclude<Outcome, { kind: 'failed' }>
}

/**
 * Continues a conversation that the caller keeps, with an agent or a bare model; nothing is stored. Throws
 * `rate_limited`, `not_found`, `invalid_config` and the model's own error, the others before anything is yielded.
 */
export function completeChat(
  deps: Deps,
  owner: OwnerId,
  completion: Completion,
): AsyncGenerator<AgentEvent, CompletedChat, void> {
  return countTurn(deps, owner, () => complete(deps, owner, completion))
}

async function* complete(
  deps: Deps,
  owner: OwnerId,
  { target, question, isStreaming, signal }: Completion,
): AsyncGenerator<AgentEvent, CompletedChat, void> {
  const id = randomUUID()
  const prepared =
    target.kind === 'agent'
      ? await prepareAgent(deps, owner, { agentId: target.agentId, runId: id, question })
      : await prepareModel(deps, owner, { configId: target.configId, params: target.params, question })
  const outcome = yield* runAgent({ ...prepared, isStreaming, signal })
  if (outcome.kind === 'failed') throw outcome.error
  return { id, outcome }
}
