import type { AssistantReply } from '@parley/contract'
import { TRPCClientError } from '@trpc/client'
import {
  applyEvent,
  newTurn,
  type RunningTurn,
  type Turn,
  type TurnEvent,
} from '#web/console/components/conversation/turn.ts'

/** Milliseconds between two redraws while an answer arrives; readers do not notice a higher rate. */
const REDRAW_MS = 40

export type TurnPorts = {
  readonly ask: (sessionId: string, question: string) => Promise<AsyncIterable<TurnEvent>>
  readonly cancel: (runId: string) => Promise<unknown>
  /** Called when the run of a question has begun. */
  readonly onRun: (sessionId: string, runId: string) => void
  /** Called before the turn becomes `answered`, so that the history can add the exchange. */
  readonly onAnswer: (sessionId: string, question: string, answer: AssistantReply) => void
  /** Called when a turn failed: the history may contain messages that this page has not read. */
  readonly onFailure: (sessionId: string, failure: { question: string; error: unknown }) => void
}

/** The turns of this page, by session; they continue while other pages are shown. */
export type TurnStore = ReturnType<typeof createTurnStore>

/** Keeps the turns and reads the stream of each turn to its end. */
export function createTurnStore(ports: TurnPorts) {
  const turns = new Map<string, Turn>()
  const listeners = new Set<() => void>()

  function set(sessionId: string, turn: Turn | null): void {
    if (turn === null) turns.delete(sessionId)
    else turns.set(sessionId, turn)
    for (const listener of listeners) listener()
  }

  /** Sends a question unless a turn of the session is running. */
  async function start(sessionId: string, question: string): Promise<void> {
    if (turns.get(sessionId)?.phase === 'running') return
    set(sessionId, newTurn(question))
    try {
      const answer = await follow(sessionId, await ports.ask(sessionId, question))
      ports.onAnswer(sessionId, question, answer)
      set(sessionId, { phase: 'answered', suggestions: answer.suggestions ?? [] })
    } catch (error) {
      const wasSent = !(error instanceof TRPCClientError) || !error.data || hasRun(turns.get(sessionId))
      set(sessionId, { phase: 'failed', question, error, wasSent })
      ports.onFailure(sessionId, { question, error })
    }
  }

  async function follow(sessionId: string, events: AsyncIterable<TurnEvent>): Promise<AssistantReply> {
    const redraw = createRedraw((turn) => set(sessionId, turn))
    let turn = turns.get(sessionId)
    try {
      for await (const event of events) {
        if (event.type === 'message') return event.message
        if (turn?.phase !== 'running') continue
        turn = applyEvent({ ...turn, isStopping: isStopping(turns.get(sessionId)) }, event)
        if (event.type === 'run') begin(sessionId, turn)
        else redraw.request(turn)
      }
    } finally {
      redraw.end()
    }
    throw new TypeError('The stream ended without an answer')
  }

  /** Stores the id of the run at once: a run that fails immediately was sent too. */
  function begin(sessionId: string, turn: RunningTurn): void {
    set(sessionId, turn)
    if (turn.runId !== null) ports.onRun(sessionId, turn.runId)
    if (turn.isStopping) stopRun(turn)
  }

  /** Asks the service to stop the run; its text so far becomes the answer. */
  function stop(sessionId: string): void {
    const turn = turns.get(sessionId)
    if (turn?.phase !== 'running') return
    set(sessionId, { ...turn, isStopping: true })
    stopRun(turn)
  }

  function stopRun(turn: RunningTurn): void {
    // A run that has just ended cannot be stopped, and need not be.
    if (turn.runId !== null) void ports.cancel(turn.runId).catch(() => undefined)
  }

  return {
    start,
    stop,
    get: (sessionId: string): Turn | null => turns.get(sessionId) ?? null,
    dismiss: (sessionId: string): void => set(sessionId, null),
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

function isStopping(turn: Turn | undefined): boolean {
  return turn?.phase === 'running' && turn.isStopping
}

function hasRun(turn: Turn | undefined): boolean {
  return turn?.phase === 'running' && turn.runId !== null
}
