import { cleanText } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import { askModel, joinParagraphs } from './ask-model.ts'
import { type Bound, callRound, describeBound } from './call-round.ts'
import { repairAnswer } from './repair-answer.ts'
import { type RunState, startRun } from './run-state.ts'
import type {
  AgentEvent,
  AgentRun,
  AssistantMessage,
  Closing,
  ModelReply,
  Outcome,
  OutcomeBase,
} from './types.ts'

/**
 * Answers the last message of a transcript with a model and its tools. Yields events as they happen and
 * returns how the run ended. Never throws and stores nothing. When the run reaches a limit, the model is
 * asked once more, without tools, and the outcome is `truncated`. The caller stops a run by its signal.
 */
export async function* runAgent(run: AgentRun): AsyncGenerator<AgentEvent, Outcome, void> {
  const state = startRun(run)
  try {
    for (let round = 1; round <= state.limits.rounds; round++) {
      const reply = yield* askModel(state, state.definitions)
      if (reply.toolCalls.length === 0 || reply.finishReason === 'length')
        return yield* closeRun(state, reply)

      state.transcript.push(toMessage(reply))
      const bound = yield* callRound(state, reply.toolCalls)
      if (state.closing !== null) return yield* endByTool(state, state.closing)
      if (bound !== null) return yield* answerWithoutTools(state, bound)
    }
    return yield* answerWithoutTools(state, 'rounds')
  } catch (error) {
    return toUnfinished(state, error)
  } finally {
    state.clock.stop()
  }
}

/**
 * A reply without tool calls is the answer. When it is empty after tool calls, the model is asked for the
 * answer.
 */
async function* closeRun(state: RunState, reply: ModelReply): AsyncGenerator<AgentEvent, Outcome, void> {
  const isCutOff = reply.finishReason === 'length' || reply.finishReason === 'content_filter'
  if (reply.text.trim() !== '' || isCutOff || state.steps.length === 0)
    return toAnswer(state, yield* reviewed(state, reply))
  addNote(state, 'Write the answer to the question now, from the results above.')
  return toAnswer(state, yield* reviewed(state, yield* askModel(state, [])))
}

/** Only a whole answer from results is reviewed. */
async function* reviewed(state: RunState, reply: ModelReply): AsyncGenerator<AgentEvent, ModelReply, void> {
  const isWhole = reply.finishReason === 'stop' && reply.text.trim() !== ''
  return isWhole && state.steps.length > 0 ? yield* repairAnswer(state, reply) : reply
}

/** The text of a tool is the whole answer, in place of what the model wrote beside its calls. */
async function* endByTool(
  state: RunState,
  { text, choices }: Closing,
): AsyncGenerator<AgentEvent, Outcome, void> {
  state.text = text
  if (state.isStreaming) yield { type: 'text', delta: text }
  return { ...toBase(state), kind: 'answered', choices }
}

async function* answerWithoutTools(state: RunState, bound: Bound): AsyncGenerator<AgentEvent, Outcome, void> {
  const advice = 'Answer now from what is known, and say what is missing.'
  addNote(state, `No more tools can be called: ${describeBound(state.limits, bound)} ${advice}`)
  const outcome = toAnswer(state, yield* askModel(state, []))
  return outcome.kind === 'answered' ? { ...outcome, kind: 'truncated', limit: bound } : outcome
}

function toAnswer(state: RunState, reply: ModelReply): Outcome {
  const base = toBase(state)
  if (reply.finishReason === 'content_filter') {
    return {
      ...base,
      kind: 'failed',
      error: refuse("The model's provider withheld the answer by its content filter."),
    }
  }
  const isLong = reply.finishReason === 'length'
  if (reply.text.trim() !== '')
    return isLong ? { ...base, kind: 'truncated', limit: 'length' } : { ...base, kind: 'answered' }
  const sentence = isLong
    ? 'The model used up its output tokens before it wrote an answer. Raise max_tokens or ask for less.'
    : 'The model gave an empty answer.'
  return { ...base, kind: 'failed', error: refuse(sentence) }
}

function toUnfinished(state: RunState, error: unknown): Outcome {
  const base = toBase(state)
  if (state.clock.isCancelled()) return { ...base, kind: 'cancelled' }
  if (state.clock.isOver() && base.text !== '') return { ...base, kind: 'truncated', limit: 'runMs' }
  if (state.clock.isOver()) {
    const seconds = state.limits.runMs / 1000
    return {
      ...base,
      kind: 'failed',
      error: new AppError('upstream_timeout', `The model gave no answer within ${seconds} seconds.`),
    }
  }
  if (isAppError(error)) return { ...base, kind: 'failed', error }
  const sentence = 'The answer could not be finished because of a fault in the service.'
  return { ...base, kind: 'failed', error: new AppError('internal', sentence, { cause: error }) }
}

function toBase(state: RunState): OutcomeBase {
  const { steps, usage } = state
  const reasoning = joinParagraphs(state.reasoning, state.liveReasoning)
  return { text: cleanText(state.text).trim(), reasoning, steps: [...steps], usage }
}

function toMessage(reply: ModelReply): AssistantMessage {
  const { text, toolCalls, echo } = reply
  return { role: 'assistant', content: text, toolCalls, ...(echo === undefined ? {} : { echo }) }
}

/**
 * Appends a note to the last result: some vendors refuse any other message between a result and the answer.
 */
function addNote(state: RunState, note: string): void {
  const last = state.transcript.at(-1)
  if (last === undefined) return
  state.transcript[state.transcript.length - 1] = { ...last, content: `${last.content}\n\n${note}` }
}

function refuse(sentence: string): AppError {
  return new AppError('upstream_failed', sentence)
}
