import { randomUUID } from 'node:crypto'
import type { MessageStatus, OwnerId } from '@parley/db'
import type { RunStep } from '@parley/domain'
import type { MessageType } from '../run/answer.ts'
import type { AnswerEvent } from '../run/answer-event.ts'
import { openAnswerProver } from '../run/prove-answer.ts'
import { spanTurn } from '../run/span-turn.ts'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import type { Allowance } from '../usage/require-allowance.ts'
import { runMetered } from '../usage/run-metered.ts'
import { countTurn } from './count-turn.ts'
import { prepareAgent } from './prepare-invocation.ts'
import type { TurnDeps } from './prepare-turn.ts'
import { finalStep, statusOf, toAnswer } from './store-outcome.ts'

type Deps = TurnDeps & { readonly turns: TurnsInFlight; readonly limits: TurnLimits }

export type Invocation = {
  readonly agentId: string
  readonly prompt: string
  readonly systemMessage: string
  /** The time zone of the person who asks, by its IANA name. UTC by default. */
  readonly timeZone?: string
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

export type StatelessAnswer = {
  readonly runId: string
  readonly content: string
  readonly type: MessageType
  readonly status: MessageStatus
  /** All steps; the closing one is the last. */
  readonly trace: readonly RunStep[]
}

/**
 * Asks an agent once. A stream ends with the evidence of the answer; the model is asked to correct numbers without
 * proof like in a session (docs/spec/agent-service.md#addition-evidence). Nothing is stored except chart files, which live one hour
 * (docs/spec/agent-service.md#invoke-agent-trace). Throws `not_found` for a missing agent, `invalid_config`,
 * `rate_limited`, and the model's own error.
 */
export function invokeAgent(
  deps: Deps,
  owner: OwnerId,
  invocation: Invocation,
): AsyncGenerator<AnswerEvent, StatelessAnswer, void> {
  const { agentId } = invocation
  return spanTurn({ agentId }, () =>
    countTurn(deps, owner, (allowance) => askAgent(deps, owner, { ...invocation, allowance })),
  )
}

async function* askAgent(
  deps: Deps,
  owner: OwnerId,
  { agentId, prompt, systemMessage, timeZone, ...invocation }: Invocation & { allowance: Allowance },
): AsyncGenerator<AnswerEvent, StatelessAnswer, void> {
  const { isStreaming, signal, allowance } = invocation
  const when = timeZone === undefined ? {} : { timeZone }
  const question = { instructions: systemMessage, history: [], prompt, ...when }
  const runId = randomUUID()
  const prepared = await prepareAgent(deps, owner, { agentId, runId, question })
  yield { type: 'run', runId }
  const prover = openAnswerProver({ ...prepared, keeper: null, signal })
  const review = prepared.isRepaired ? { review: prover.review } : {}
  const outcome = yield* runMetered(deps, owner, { ...prepared, allowance, isStreaming, signal, ...review })
  if (outcome.kind === 'failed') throw outcome.error
  // Only a stream shows it, so other calls do not pay for it.
  const evidence = isStreaming ? await prover.prove(outcome) : null
  if (evidence) yield { type: 'evidence', runId, evidence }

  const { content, type, status } = toAnswer(outcome, { runId, status: statusOf(outcome, null) })
  const trace = [...outcome.steps, finalStep(outcome, { content, now: deps.now() })]
  return { runId, content, type, status, trace }
}
