import { randomUUID } from 'node:crypto'
import type { AgentEvent, Outcome } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import type { SamplingParams } from '@parley/domain'
import { spanTurn } from '../run/span-turn.ts'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import type { Allowance } from '../usage/require-allowance.ts'
import { runMetered } from '../usage/run-metered.ts'
import { countTurn } from './count-turn.ts'
import { type CallerQuestion, prepareAgent, prepareModel } from './prepare-invocation.ts'
import type { TurnDeps } from './prepare-turn.ts'

type Deps = TurnDeps & { readonly turns: TurnsInFlight; readonly limits: TurnLimits }

/**
 * Clients of this interface cannot show a waiting call and time out after minutes, so the wait for an
 * approval is short.
 */
const APPROVAL_MS = 120_000

export type Completion = {
  readonly target:
    | { readonly kind: 'agent'; readonly agentId: string }
    | { readonly kind: 'llm'; readonly configId: number }
  /** Override the parameters of the configuration, also those of an agent's configuration. */
  readonly params: SamplingParams
  readonly question: CallerQuestion
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

export type CompletedChat = {
  readonly id: string
  readonly outcome: Exclude<Outcome, { kind: 'failed' }>
}

/**
 * Continues a conversation that the caller keeps, with an agent or a bare model. Nothing is stored. Throws
 * the model's own error. Throws `rate_limited`, `not_found` and `invalid_config` before it yields anything.
 */
export function completeChat(
  deps: Deps,
  owner: OwnerId,
  completion: Completion,
): AsyncGenerator<AgentEvent, CompletedChat, void> {
  const work = () =>
    countTurn(deps, owner, (allowance) => complete(deps, owner, { ...completion, allowance }))
  const { target } = completion
  return target.kind === 'agent' ? spanTurn({ agentId: target.agentId }, work) : work()
}

async function* complete(
  deps: Deps,
  owner: OwnerId,
  { target, params, question, isStreaming, signal, allowance }: Completion & { allowance: Allowance },
): AsyncGenerator<AgentEvent, CompletedChat, void> {
  const id = randomUUID()
  const agentCall = { runId: id, question, params, approvalMs: APPROVAL_MS }
  const prepared =
    target.kind === 'agent'
      ? await prepareAgent(deps, owner, { ...agentCall, agentId: target.agentId })
      : await prepareModel(deps, owner, { configId: target.configId, params, question })
  const outcome = yield* runMetered(deps, owner, { ...prepared, allowance, isStreaming, signal })
  if (outcome.kind === 'failed') throw outcome.error
  return { id, outcome }
}
