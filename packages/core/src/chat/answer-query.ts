import { randomUUID } from 'node:crypto'
import { type Outcome, type Picture, suggestFollowUps } from '@parley/agent'
import { beginTurn, type OwnerId, recordStep } from '@parley/db'
import type { JsonObject, RunStep } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import type { Span } from '@parley/telemetry'
import type { Answer } from '../run/answer.ts'
import type { AnswerEvent } from '../run/answer-event.ts'
import type { AnswerEvidence } from '../run/evidence.ts'
import { type KeepDeps, keepResults } from '../run/keep-results.ts'
import { openAnswerProver } from '../run/prove-answer.ts'
import type { RunEventLog, RunEventWriter } from '../run/run-event-log.ts'
import { spanTurn } from '../run/span-turn.ts'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import type { Allowance } from '../usage/require-allowance.ts'
import { runMetered } from '../usage/run-metered.ts'
import { countTurn } from './count-turn.ts'
import { type BegunTurn, prepareTurn, type TurnDeps, type TurnOptions } from './prepare-turn.ts'
import { dropPictures, readPictures, storePictures } from './question-pictures.ts'
import { failedOutcome, storeOutcome } from './store-outcome.ts'

type Deps = TurnDeps &
  KeepDeps & {
    readonly turns: TurnsInFlight
    readonly runEvents: RunEventLog
    readonly limits: TurnLimits
  }

export type SessionQuery = TurnOptions & {
  readonly sessionId: string
  readonly query: string
  /** Pictures as `data:` URLs; absent for none. */
  readonly images?: readonly string[]
  /** Labels that the caller gives the run. */
  readonly metadata?: JsonObject | null
  readonly isStreaming: boolean
}

/** Maximum messages of history that a turn reads, newest first. The token budget may cut further. */
const HISTORY_LIMIT = 64

/**
 * Answers a question inside a session (docs/spec/agent-service.md#questions).
 *
 * The question and a leased run are committed before the model is called. Each step is committed as it
 * happens, and the answer together with the run's end. The caller must exhaust this generator even after its
 * client has disconnected. Throws `not_found` for a missing session, `conflict` while the session is
 * answering, `rate_limited`, `invalid_config` for images that the model does not read, and the model's own error once the closing message is stored.
 */
export function answerQuery(
  deps: Deps,
  owner: OwnerId,
  query: SessionQuery,
): AsyncGenerator<AnswerEvent, Answer, void> {
  const { sessionId } = query
  return spanTurn({ sessionId }, (span) =>
    countTurn(deps, owner, (allowance) => answerInSession(deps, owner, { ...query, allowance, span })),
  )
}

async function* answerInSession(
  deps: Deps,
  owner: OwnerId,
  {
    sessionId,
    query,
    images = [],
    metadata = null,
    isStreaming,
    allowance,
    span,
    ...options
  }: SessionQuery & { allowance: Allowance; span: Span },
): AsyncGenerator<AnswerEvent, Answer, void> {
  const runId = randomUUID()
  span.set({ 'parley.run.id': runId })
  const pictures = await readPictures(deps, owner, { sessionId, images })
  const turn = await requireTurn(deps, owner, { sessionId, runId, query, pictures, metadata })
  const inFlight = deps.turns.begin({ runId, sessionId })
  const log = deps.runEvents.begin({ runId, isStreaming })
  try {
    yield log.append({ type: 'run', runId })
    const { signal } = inFlight
    const question = { turn, runId, query, pictures, isStreaming, signal, allowance }
    const work = answer(deps, owner, { ...question, ...options })
    const { suggestions, ...answered } = yield* logged(work, log)
    const stored = await storeOutcome(deps, { runId, ...answered, signal })
    span.set({ 'parley.run.status': stored.status })
    return { ...stored, suggestions }
  } finally {
    log.close()
    inFlight.end()
  }
}

/** Logs the events of a turn. Its end is stored after them, so that followers miss none. */
async function* logged(
  work: AsyncGenerator<AnswerEvent, Answered, void>,
  log: RunEventWriter,
): AsyncGenerator<AnswerEvent, Answered, void> {
  let next = await work.next()
  for (; !next.done; next = await work.next()) yield log.append(next.value)
  await log.flush()
  return next.value
}

async function requireTurn(
  deps: Deps,
  owner: OwnerId,
  {
    pictures: given,
    ...question
  }: Pick<Question, 'runId' | 'query' | 'pictures'> & Required<Pick<SessionQuery, 'sessionId' | 'metadata'>>,
): Promise<BegunTurn> {
  const { leaseOwner, leaseMs } = deps.turns
  const pictures = await storePictures(deps, owner, given)
  const turn = await beginTurn(deps.db, owner, {
    ...question,
    pictures,
    leaseOwner,
    leaseMs,
    historyLimit: HISTORY_LIMIT,
  })
  if (turn.kind === 'begun') return turn
  await dropPictures(deps, pictures)
  if (turn.kind === 'missing_session') throw new AppError('not_found', 'There is no session with this id.')
  throw new AppError(
    'conflict',
    'This session is still answering the last question. Wait for it or cancel its run.',
    {
      retryAfterSeconds: 1,
    },
  )
}

type Question = TurnOptions & {
  readonly turn: BegunTurn
  readonly runId: string
  readonly query: string
  readonly pictures: readonly Picture[]
  readonly isStreaming: boolean
  readonly signal: AbortSignal
  readonly allowance: Allowance
}

type Answered = {
  readonly outcome: Outcome
  /** Millionths of a US dollar; null without a price, and for a turn that failed outside the agent. */
  readonly costMicros: number | null
  /** The steps that could not be stored as they happened. */
  readonly unstored: readonly RunStep[]
  readonly suggestions: Answer['suggestions']
  /** Null when the run queried nothing. */
  readonly evidence: AnswerEvidence | null
}

/**
 * Runs the agent, which does not wait while its steps are being stored. An error before or during the run
 * becomes an outcome too, so that every turn is closed.
 */
async function* answer(
  deps: TurnDeps & KeepDeps,
  owner: OwnerId,
  question: Question,
): AsyncGenerator<AnswerEvent, Answered, void> {
  const kept: Promise<Kept>[] = []
  const keeper = keepResults(deps, owner, question)
  try {
    const { isStreaming, signal, allowance } = question
    const prepared = await prepareTurn(deps, owner, { ...question, keepResult: keeper.keep })
    const prover = openAnswerProver({ ...prepared, keeper, signal })
    const review = prepared.isRepaired ? { review: prover.review } : {}
    const run = runMetered(deps, owner, { ...prepared, allowance, isStreaming, signal, ...review })
    let next = await run.next()
    for (; !next.done; next = await run.next()) {
      if (next.value.type === 'step_end') kept.push(keepStep(deps, question.runId, next.value.step))
      yield next.value
    }
    const { steps, text, costMicros } = next.value
    const evidence = await prover.prove({ steps, text })
    if (evidence) yield { type: 'evidence', runId: question.runId, evidence }
    const asked = { question: question.query, steps, answer: text, tools: prepared.tools }
    const suggestions = choicesOf(next.value) ?? suggestFollowUps(asked)
    return { ...withUnstored(next.value, await Promise.all(kept)), costMicros, suggestions, evidence }
  } catch (error) {
    const failed = withUnstored(failedOutcome(error), await Promise.all(kept))
    return { ...failed, costMicros: null, suggestions: null, evidence: null }
  } finally {
    keeper.close()
  }
}

/** Returns the answers that a question back to the user offers. */
function choicesOf(outcome: Outcome): readonly string[] | null {
  return outcome.kind === 'answered' && outcome.choices ? outcome.choices : null
}

type Kept =
  | { readonly kind: 'stored' }
  /** The database was unreachable. The step is stored with the answer. */
  | { readonly kind: 'unstored'; readonly step: RunStep }
  | { readonly kind: 'refused'; readonly error: unknown }

async function keepStep(deps: Pick<Deps, 'db'>, runId: string, step: RunStep): Promise<Kept> {
  try {
    await recordStep(deps.db, { runId, step })
    return { kind: 'stored' }
  } catch (error) {
    if (isAppError(error) && error.isRetryable) return { kind: 'unstored', step }
    return { kind: 'refused', error }
  }
}

function withUnstored(outcome: Outcome, kept: readonly Kept[]): Pick<Answered, 'outcome' | 'unstored'> {
  const refused = kept.find(({ kind }) => kind === 'refused')
  const unstored = kept.flatMap((one) => (one.kind === 'unstored' ? [one.step] : []))
  return { outcome: refused?.kind === 'refused' ? failedOutcome(refused.error) : outcome, unstored }
}
