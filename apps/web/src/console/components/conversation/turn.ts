import type { AssistantReply, ChatEvent, Evidence, Step } from '@parley/contract'
import { type Images, NO_IMAGES } from '../attachments/images.ts'

/** The events of a question's streaming call; `message` is the last. */
export type TurnEvent = ChatEvent | { readonly type: 'message'; readonly message: AssistantReply }

/** A tool call as it happens; `step` is set once it has ended. */
export type LiveStep = {
  readonly stepId: number
  readonly name: string
  readonly progress: string | null
  /** True while the call waits for approval. */
  readonly isWaiting: boolean
  readonly step: Step | null
}

/** A question of this page that has no answer yet. */
export type RunningTurn = {
  readonly phase: 'running'
  readonly question: string
  readonly images: Images
  /** How many messages the history had before the question. */
  readonly place: number
  readonly runId: string | null
  readonly text: string
  readonly reasoning: string
  readonly steps: readonly LiveStep[]
  /** Which numbers of the text are proven; null until the text has ended. */
  readonly evidence: Evidence | null
  readonly isStopping: boolean
}

export type FailedTurn = {
  readonly phase: 'failed'
  readonly question: string
  readonly images: Images
  readonly place: number
  readonly error: unknown
  /** False when the service refused the question, which is then not in the history. */
  readonly wasSent: boolean
}

export type Turn =
  | RunningTurn
  | FailedTurn
  | { readonly phase: 'answered'; readonly suggestions: readonly string[] }

/** The turn of a question before its first event. */
export function newTurn({
  question,
  images = NO_IMAGES,
  place = 0,
}: Pick<RunningTurn, 'question'> & Partial<Pick<RunningTurn, 'images' | 'place'>>): RunningTurn {
  return {
    phase: 'running',
    question,
    images,
    place,
    runId: null,
    text: '',
    reasoning: '',
    steps: [],
    evidence: null,
    isStopping: false,
  }
}

/** The turn after one more event. `message` ends the turn and is not handled here. */
export function applyEvent(turn: RunningTurn, event: ChatEvent): RunningTurn {
  switch (event.type) {
    case 'run':
      return { ...turn, runId: event.run_id }
    case 'text':
      return { ...turn, text: turn.text + event.delta }
    case 'text_replaced':
      return { ...turn, text: event.text }
    case 'evidence':
      return { ...turn, evidence: event.evidence }
    case 'reasoning':
      return { ...turn, reasoning: turn.reasoning + event.delta }
    case 'step_start':
      return { ...turn, text: '', evidence: null, steps: [...turn.steps, startedStep(event)] }
    case 'step_progress':
      return withStep(turn, event.step_id, { progress: event.text, isWaiting: event.is_waiting === true })
    case 'step_end':
      return withStep(turn, event.step.step_id, { step: event.step, isWaiting: false })
  }
}

function startedStep(event: Extract<ChatEvent, { type: 'step_start' }>): LiveStep {
  return {
    stepId: event.step_id,
    name: event.agent_name,
    progress: null,
    isWaiting: false,
    step: null,
  }
}

function withStep(turn: RunningTurn, stepId: number, change: Partial<LiveStep>): RunningTurn {
  return {
    ...turn,
    steps: turn.steps.map((step) => (step.stepId === stepId ? { ...step, ...change } : step)),
  }
}
