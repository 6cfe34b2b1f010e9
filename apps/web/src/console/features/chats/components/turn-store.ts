import type { AssistantReply } from '@parley/contract'
import { type Images, NO_IMAGES } from '#web/console/components/attachments/images.ts'
import {
  applyEvent,
  type FailedTurn,
  newTurn,
  type RunningTurn,
  type Turn,
  type TurnEvent,
} from '#web/console/components/conversation/turn.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Asked } from './exchange.ts'
import type { QueuedQuestion } from './question-queue.ts'
import { isRefusal, resumeStream } from './resume-stream.ts'
import type { UnsentQuestions } from './unsent-questions.ts'

/** Milliseconds between two redraws while an answer arrives; readers do not notice a higher rate. */
const REDRAW_MS = 40

export type TurnPorts = {
  readonly ask: (sessionId: string, question: string, images: Images) => Promise<AsyncIterable<TurnEvent>>
  /** Follows a run from its first event, or behind the event with the id `after`. */
  readonly follow: (runId: string, after: string | undefined) => Promise<AsyncIterable<TurnEvent>>
  readonly cancel: (runId: string) => Promise<unknown>
  /** How many messages the history has before a question that is asked now, or that has no answer yet. */
  readonly placeIn: (sessionId: string) => number
  /** Keeps the questions that the service has not taken. */
  readonly unsent: UnsentQuestions
  /** Called before the turn becomes `answered`, so that the history can add the exchange. */
  readonly onAnswer: (sessionId: string, asked: Asked, answer: AssistantReply) => void
  /** Called when another question replaces a failed one: lets the failed one wait unless the history has it. */
  readonly keepWaiting: (sessionId: string, failed: FailedTurn) => void
  /** Called when a turn is answered: takes the question that waits longest, and returns it. */
  readonly takeWaiting: (sessionId: string) => QueuedQuestion | undefined
  /**
   * Called when a turn failed: the history may contain messages that this page has not read. Returns whether it put the
   * question into the composer again. If so, the turn is forgotten.
   */
  readonly onFailure: (
    sessionId: string,
    /** `isLost` says that the question is nowhere else: it was not sent, and has no images. */
    failure: { readonly question: string; readonly error: unknown; readonly isLost: boolean },
  ) => boolean
}

/** The turns of this page, by session; they continue while other pages are shown. */
export type TurnStore = ReturnType<typeof createTurnStore>

/**
 * Keeps the turns and reads the stream of each turn to its end. A stream that breaks is continued where it broke. A
 * question that the service had not taken when the page was reloaded is a failed turn.
 */
export function createTurnStore(ports: TurnPorts) {
  const { get, set, subscribe } = createTurns(ports.unsent)

  /** Sends a question unless a turn of the session is running. */
  async function start(sessionId: string, question: string, images = NO_IMAGES): Promise<void> {
    const before = get(sessionId)
    if (before?.phase === 'running') return
    if (before?.phase === 'failed' && before.question !== question) ports.keepWaiting(sessionId, before)
    const asked = { question, images, place: ports.placeIn(sessionId) }
    set(sessionId, newTurn(asked))
    const open = () => ports.ask(sessionId, question, images)
    await conclude(sessionId, asked, resumeStream(open, { follow: ports.follow }))
  }

  /**
   * Follows the run of a question that another page asked. Does nothing while this page follows it already, and while
   * it shows its own question that was not sent.
   */
  async function resume(
    sessionId: string,
    { runId, question, images }: QueuedQuestion & { readonly runId: string },
  ): Promise<void> {
    if (isHeld(get(sessionId))) return
    const asked = { question, images, place: ports.placeIn(sessionId) }
    set(sessionId, { ...newTurn(asked), runId })
    const open = () => ports.follow(runId, undefined)
    await conclude(sessionId, asked, resumeStream(open, { follow: ports.follow, runId }))
  }

  async function conclude(sessionId: string, asked: Asked, events: AsyncIterable<TurnEvent>): Promise<void> {
    try {
      const answer = await follow(sessionId, events)
      ports.onAnswer(sessionId, asked, answer)
      set(sessionId, { phase: 'answered', suggestions: answer.suggestions ?? [] })
      const waiting = ports.takeWaiting(sessionId)
      if (waiting) void start(sessionId, waiting.question, waiting.images)
    } catch (error) {
      const wasSent = !isRefusal(error) || hasRun(get(sessionId))
      const isPutBack = ports.onFailure(sessionId, toFailure(asked, { error, wasSent }))
      set(sessionId, isPutBack ? null : { phase: 'failed', ...asked, error, wasSent })
    }
  }

  async function follow(sessionId: string, events: AsyncIterable<TurnEvent>): Promise<AssistantReply> {
    // The user may have stopped the run while the redraw waited, so `isStopping` is read when it draws.
    const redraw = createRedraw((turn) => set(sessionId, { ...turn, isStopping: isStopping(get(sessionId)) }))
    let turn = get(sessionId)
    try {
      for await (const event of events) {
        if (event.type === 'message') return event.message
        if (turn?.phase !== 'running') continue
        turn = applyEvent({ ...turn, isStopping: isStopping(get(sessionId)) }, event)
        // Not delayed: if the run fails immediately, the turn must already show that its question was sent.
        if (event.type === 'run') set(sessionId, turn)
        else redraw.request(turn)
        if (event.type === 'run' && turn.isStopping) stopRun(ports, turn)
      }
    } finally {
      redraw.end()
    }
    throw new TypeError('The stream ended without an answer')
  }

  /** Asks the service to stop the run; its text so far becomes the answer. */
  function stop(sessionId: string): void {
    const turn = get(sessionId)
    if (turn?.phase !== 'running') return
    set(sessionId, { ...turn, isStopping: true })
    stopRun(ports, turn)
  }

  const dismiss = (sessionId: string): void => set(sessionId, null)
  return { start, resume, stop, get, dismiss, subscribe }
}

/** The turn of a question that was sent before a reload. The history shows the question if it arrived. */
function toUnconfirmed(asked: Asked): Turn {
  return { phase: 'failed', ...asked, error: new Error(CHAT_TEXTS.unconfirmed), wasSent: true }
}

function toFailure(
  { question, images }: QueuedQuestion,
  { error, wasSent }: { readonly error: unknown; readonly wasSent: boolean },
) {
  return { question, error, isLost: !wasSent && images.length === 0 }
}

/** Whether a session shows a running turn, or a question that was not sent. */
function isHeld(turn: Turn | null): boolean {
  return turn?.phase === 'running' || (turn?.phase === 'failed' && !turn.wasSent)
}

function stopRun(ports: TurnPorts, { runId }: RunningTurn): void {
  // A run that has just ended cannot be stopped, and need not be.
  if (runId !== null) void ports.cancel(runId).catch(() => undefined)
}

/** The turns by session, and the listeners to call when one changes. */
function createTurns(unsent: UnsentQuestions) {
  const turns = new Map<string, Turn>(unsent.kept().map(([id, asked]) => [id, toUnconfirmed(asked)]))
  const listeners = new Set<() => void>()
  return {
    get: (sessionId: string): Turn | null => turns.get(sessionId) ?? null,
    set(sessionId: string, turn: Turn | null): void {
      if (turn?.phase === 'running' && turn.runId === null) unsent.keep(sessionId, turn)
      else if (turn?.phase !== 'failed') unsent.forget(sessionId)
      if (turn === null) turns.delete(sessionId)
      else turns.set(sessionId, turn)
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Draws the newest state at most once per `REDRAW_MS`. */
function createRedraw(draw: (turn: RunningTurn) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: RunningTurn | undefined
  return {
    request(turn: RunningTurn): void {
      newest = turn
      timer ??= setTimeout(() => {
        timer = undefined
        if (newest) draw(newest)
      }, REDRAW_MS)
    },
    end(): void {
      clearTimeout(timer)
    },
  }
}

function isStopping(turn: Turn | null): boolean {
  return turn?.phase === 'running' && turn.isStopping
}

function hasRun(turn: Turn | null): boolean {
  return turn?.phase === 'running' && turn.runId !== null
}
