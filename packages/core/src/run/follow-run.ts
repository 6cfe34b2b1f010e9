import { FINAL_STEP } from '@parley/contract'
import { type Database, type OwnerId, type Run, type RunNotices, readRunEvents } from '@parley/db'
import { AppError } from '@parley/errors'
import { type Answer, makeAnswer } from './answer.ts'
import {
  type AnswerEvent,
  type EventCursor,
  FIRST_EVENT,
  isDelta,
  readEventId,
  skipSeen,
  writeEventId,
} from './answer-event.ts'
import { getRun } from './get-run.ts'

type Deps = { readonly db: Database; readonly runNotices: RunNotices }

/** How often a follower reads without a notice. A notice can be lost, and a process that died sends none. */
const LOOK_MS = 1000
/** A position behind every event: the largest integer of PostgreSQL. */
const NO_EVENT = 2_147_483_647

type Following = {
  readonly runId: string
  /** The id of the last event that the caller has seen. Absent: all events. */
  readonly after?: string
  readonly signal: AbortSignal
}

/**
 * Yields the events of a run as they are stored, from the first one or behind an event that was seen. Any replica may
 * write them. Returns the stored answer, also of a run that failed or was interrupted. The events are deleted an hour
 * after their run; then they are made from the steps of the trace. Throws `not_found` for a missing run and for
 * another user's, `invalid_request` for an invalid id, and the signal's reason.
 */
export async function* followRun(
  deps: Deps,
  owner: OwnerId,
  { runId, after, signal }: Following,
): AsyncGenerator<AnswerEvent, Answer, void> {
  const cursor = after === undefined ? FIRST_EVENT : readEventId(after)
  const hasEvents = yield* followEvents(deps, owner, { runId, cursor, signal })
  const run = await getRun(deps, owner, runId)
  if (!hasEvents && (after === undefined || cursor.isReplay)) yield* replayTrace(run, cursor)
  return answerOf(run)
}

type Place = { readonly runId: string; readonly cursor: EventCursor; readonly signal: AbortSignal }

/** Yields stored events until the run has ended. Returns whether there were any. */
async function* followEvents(
  deps: Deps,
  owner: OwnerId,
  { runId, cursor, signal }: Place,
): AsyncGenerator<AnswerEvent, boolean, void> {
  const follower = deps.runNotices.follow(runId)
  let from = cursor.isReplay ? NO_EVENT : cursor.sequence
  let hasEvents = false
  try {
    while (true) {
      const page = await readRunEvents(deps.db, owner, { runId, from })
      if (!page) throw new AppError('not_found', 'There is no run with this id.')
      for (const { sequence, event } of page.events) {
        hasEvents = true
        from = sequence + 1
        // Only the log of a run writes them, from these events.
        const shown = showEvent(event as unknown as AnswerEvent, { sequence, cursor })
        if (shown) yield shown
      }
      if (page.hasMore) continue
      if (page.status !== 'running') return hasEvents
      await follower.changed({ timeoutMs: LOOK_MS, signal })
      signal.throwIfAborted()
    }
  } finally {
    follower.close()
  }
}

function showEvent(
  event: AnswerEvent,
  { sequence, cursor }: { readonly sequence: number; readonly cursor: EventCursor },
): AnswerEvent | null {
  const shown = sequence === cursor.sequence ? skipSeen(event, cursor.seenLength) : event
  const seen = isDelta(event) && { seenLength: event.delta.length }
  return shown && { ...shown, id: writeEventId({ sequence, ...seen }) }
}

/** The events of a run as far as its trace holds them, behind those that were seen. */
function* replayTrace(run: Run, cursor: EventCursor): Generator<AnswerEvent, void, void> {
  const events: AnswerEvent[] = [{ type: 'run', runId: run.runId }]
  for (const step of run.steps) {
    if (step.agentName === FINAL_STEP) continue
    const { stepId, agentName, input } = step
    events.push({ type: 'step_start', stepId, agentName, input }, { type: 'step_end', step })
  }
  for (const [index, event] of events.entries()) {
    const sequence = index + 1
    if (sequence >= cursor.sequence) yield { ...event, id: writeEventId({ sequence, isReplay: true }) }
  }
}

/** The message of a run that has ended: its last step holds the text. */
function answerOf({ runId, status, steps }: Run): Answer {
  if (status === 'running') throw new AppError('internal', 'A run was followed to its end and is running.')
  const content = steps.at(-1)?.output.content
  return makeAnswer({ runId, status, steps, content: typeof content === 'string' ? content : '' })
}
