import type { AgentEvent } from '@parley/agent'
import { EVENT_ID } from '@parley/contract'
import { AppError } from '@parley/errors'
import type { AnswerEvidence } from './evidence.ts'

/**
 * What happens while an answer is made. Events of a stored run have an id, behind which a client can
 * follow the run (`followRun`).
 */
export type AnswerEvent = (
  | { readonly type: 'run'; readonly runId: string }
  | AgentEvent
  /** Follows the whole text of an answer whose run queried data. */
  | { readonly type: 'evidence'; readonly runId: string; readonly evidence: AnswerEvidence }
) & {
  readonly id?: string
}

/** A place in the events of a run, behind the last event that was seen. */
export type EventCursor = {
  /** The next event. */
  readonly sequence: number
  /** UTF-16 code units of its delta that were seen. */
  readonly seenLength: number
  /** Whether the events are those made from the trace, because the events themselves are deleted. */
  readonly isReplay: boolean
}

export const FIRST_EVENT: EventCursor = { sequence: 1, seenLength: 0, isReplay: false }

type EventPlace = { readonly sequence: number; readonly seenLength?: number; readonly isReplay?: boolean }

/** Writes the id of an event: its position, and for a delta how much of the stored event was seen. */
export function writeEventId({ sequence, seenLength, isReplay = false }: EventPlace): string {
  return `${isReplay ? 't' : ''}${sequence}${seenLength === undefined ? '' : `.${seenLength}`}`
}

/** Reads where to go on after the event of an id. Throws `invalid_request` for a text that is no id of an event. */
export function readEventId(id: string): EventCursor {
  const [, replay, sequence, seenLength] = EVENT_ID.exec(id) ?? []
  if (sequence === undefined) throw new AppError('invalid_request', 'after: must be the id of an event.')
  const isReplay = replay !== ''
  return seenLength === undefined
    ? { sequence: Number(sequence) + 1, seenLength: 0, isReplay }
    : { sequence: Number(sequence), seenLength: Number(seenLength), isReplay }
}

/** Removes the beginning of a delta. Null when nothing is left of it. Other events are returned as they are. */
export function skipSeen(event: AnswerEvent, seenLength: number): AnswerEvent | null {
  if (!isDelta(event) || seenLength === 0) return event
  const delta = event.delta.slice(seenLength)
  return delta === '' ? null : { ...event, delta }
}

/** Whether an event is a piece of text. Several pieces can be joined into one. */
export function isDelta(event: AnswerEvent): event is Extract<AnswerEvent, { readonly delta: string }> {
  return event.type === 'text' || event.type === 'reasoning'
}
