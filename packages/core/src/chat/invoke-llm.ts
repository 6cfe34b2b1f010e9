import { randomUUID } from 'node:crypto'
import { joinThink } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import type { OpenModel } from '../llm-config/open-model.ts'
import type { AnswerEvent } from '../run/answer-event.ts'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Allowance } from '../usage/require-allowance.ts'
import { type MeterDeps, runMetered } from '../usage/run-metered.ts'
import { countTurn } from './count-turn.ts'
import { prepareModel } from './prepare-invocation.ts'

type Deps = MeterDeps & {
  readonly cipher: Cipher
  readonly openModel: OpenModel
  readonly turns: TurnsInFlight
  readonly limits: TurnLimits
}

export type LlmInvocation = {
  readonly modelConfigId: number
  readonly prompt: string
  readonly systemMessage: string
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

/**
 * Asks a language model once: no tools, no history, nothing stored. Returns its text, with the reasoning in
 * front. Throws `not_found`, `invalid_config`, `rate_limited` and the model's own error.
 */
export function invokeLlm(
  deps: Deps,
  owner: OwnerId,
  invocation: LlmInvocation,
): AsyncGenerator<AnswerEvent, string, void> {
  return countTurn(deps, owner, (allowance) => askModel(deps, owner, { ...invocation, allowance }))
}

async function* askModel(
  deps: Deps,
  owner: OwnerId,
  {
    modelConfigId,
    prompt,
    systemMessage,
    isStreaming,
    signal,
    allowance,
  }: LlmInvocation & { allowance: Allowance },
): AsyncGenerator<AnswerEvent, string, void> {
  const question = { instructions: systemMessage, history: [], prompt }
  const prepared = await prepareModel(deps, owner, { configId: modelConfigId, question })

  yield { type: 'run', runId: randomUUID() }
  const outcome = yield* runMetered(deps, owner, { ...prepared, allowance, isStreaming, signal })
  if (outcome.kind === 'failed') throw outcome.error
  return joinThink(outcome.reasoning, outcome.text)
}
