import { joinThink, type Outcome } from '@parley/agent'
import { FINAL_STEP } from '@parley/contract'
import type { Database, MessageStatus } from '@parley/db'
import { finishTurn } from '@parley/db'
import type { RunStep } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import { type Answer, makeAnswer } from '../run/answer.ts'
import { type AnswerEvidence, toStoredEvidence } from '../run/evidence.ts'
import type { StopReason, TurnsInFlight } from '../run/turns-in-flight.ts'
import { keepTrying } from './keep-trying.ts'

type Deps = { readonly db: Database; readonly turns: TurnsInFlight; readonly now: () => Date }

/**
 * Stores how a turn ended: the answer, its last step and the run's status together, once. Retries for a while
 * when the database is unreachable, because an answer is expensive. Returns the answer. Throws the model's
 * error after the closing message is stored, `unavailable` when the service was stopping, and `not_found`
 * when the session was deleted meanwhile.
 */
export async function storeOutcome(
  deps: Deps,
  {
    runId,
    outcome,
    costMicros,
    unstored,
    evidence,
    signal,
  }: {
    readonly runId: string
    readonly outcome: Outcome
    /** Millionths of a US dollar; null when unknown. */
    readonly costMicros: number | null
    /** Steps that could not be stored as they happened. */
    readonly unstored: readonly RunStep[]
    readonly evidence: AnswerEvidence | null
    readonly signal: AbortSignal
  },
): Promise<Answer> {
  const stopped = signal.aborted ? (signal.reason as StopReason) : null
  const status = statusOf(outcome, stopped)
  const answer = toAnswer(outcome, { runId, status })
  const turn = {
    runId,
    leaseOwner: deps.turns.leaseOwner,
    status,
    message: answer,
    steps: unstored,
    finalStep: finalStep(outcome, { content: answer.content, now: deps.now() }),
    usage: outcome.usage,
    costMicros,
    evidence: evidence && toStoredEvidence(evidence),
  }
  const result = await keepTrying(() => finishTurn(deps.db, turn))

  if (result === 'lost') throw new AppError('not_found', 'The session was deleted while it was answering.')
  if (status === 'interrupted') {
    throw new AppError('unavailable', 'The service is restarting; ask again.', { retryAfterSeconds: 5 })
  }
  if (outcome.kind === 'failed') throw outcome.error
  return answer
}

/** The outcome of a turn that failed outside the agent. */
export function failedOutcome(error: unknown): Outcome {
  const known = isAppError(error)
    ? error
    : new AppError('internal', 'Something went wrong on our side.', { cause: error })
  return {
    kind: 'failed',
    error: known,
    text: '',
    reasoning: '',
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  }
}

/**
 * Turns an outcome into the message that the caller reads. The message of a failed turn states the failure in
 * words.
 */
export function toAnswer(
  outcome: Outcome,
  { runId, status }: { readonly runId: string; readonly status: MessageStatus },
): Answer {
  const text = outcome.text === '' ? closingSentence(outcome, status) : outcome.text
  return makeAnswer({ runId, status, content: joinThink(outcome.reasoning, text), steps: outcome.steps })
}

/** The step that closes every trace, also after a failure. */
export function finalStep(
  outcome: Outcome,
  { content, now }: { readonly content: string; readonly now: Date },
): RunStep {
  return {
    stepId: outcome.steps.length + 1,
    agentName: FINAL_STEP,
    input: null,
    output: { content },
    status: finalStatus(outcome),
    createdAt: now.toISOString(),
    durationMs: 0,
  }
}

/** The status of an outcome as a message stores it. */
export function statusOf(outcome: Outcome, stopped: StopReason | null): MessageStatus {
  if (stopped === 'interrupted' && outcome.kind !== 'answered') return 'interrupted'
  if (outcome.kind === 'answered') return 'ok'
  return outcome.kind === 'failed' ? 'error' : outcome.kind
}

function finalStatus(outcome: Outcome): RunStep['status'] {
  const statuses = { answered: 'ok', truncated: 'partial', cancelled: 'cancelled', failed: 'error' } as const
  return statuses[outcome.kind]
}

function closingSentence(outcome: Outcome, status: MessageStatus): string {
  if (status === 'cancelled') return 'The answer was stopped before it began.'
  if (status === 'interrupted') return 'The answer was interrupted because the service stopped.'
  if (outcome.kind === 'failed') return `The answer failed: ${outcome.error.message}`
  return 'The model gave no answer.'
}
