import { cleanText } from '@parley/domain'
import { askModel } from './ask-model.ts'
import type { RunState } from './run-state.ts'
import type { AgentEvent, ModelReply } from './types.ts'

/** Numbers of an answer that the model is shown. */
const MOST_NAMED = 20

/** Opens the message that asks the model for a correction. */
const REPAIR_REQUEST = 'These numbers of your answer are not in the results of the tools:'

/**
 * Asks the model to correct the numbers that the review did not find, once and within the run's limits. Returns the
 * correction, or the answer where the correction has more such numbers. Yields `text_replaced` for a correction, whose
 * deltas are not sent on. A model that fails here leaves the answer as it was; a cancelled run throws.
 */
export async function* repairAnswer(
  state: RunState,
  answer: ModelReply,
): AsyncGenerator<AgentEvent, ModelReply, void> {
  const { review, usage, limits, clock } = state
  if (!review || usage.inputTokens + usage.outputTokens >= limits.tokens || clock.isLate()) return answer
  const missing = await review({ text: cleanText(answer.text).trim(), steps: state.steps })
  if (missing.length === 0) return answer
  const { text: content, echo } = answer
  state.transcript.push(
    { role: 'assistant', content, ...(echo === undefined ? {} : { echo }) },
    { role: 'user', content: requestFor(missing) },
  )
  const corrected = yield* askQuietly(state)
  if (corrected === null) return answer
  const left = await review({ text: cleanText(corrected.text).trim(), steps: state.steps })
  if (left.length > missing.length) {
    state.text = answer.text
    return answer
  }
  yield { type: 'text_replaced', text: cleanText(corrected.text).trim() }
  return corrected
}

function requestFor(missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).join(', ')
  const others = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : ''
  return `${REPAIR_REQUEST} ${named}${others}. Correct each of them from the results, or say where it comes from. Write the whole answer again, without a word about this message.`
}

/** Null when the model failed, or gave no whole answer. */
async function* askQuietly(state: RunState): AsyncGenerator<AgentEvent, ModelReply | null, void> {
  const { text } = state
  const restore = () => {
    state.text = text
    state.liveReasoning = ''
  }
  try {
    const asking = askModel(state, [])
    let next = await asking.next()
    for (; !next.done; next = await asking.next()) if (next.value.type === 'reasoning') yield next.value
    const reply = next.value
    if (reply.finishReason === 'stop' && reply.text.trim() !== '') return reply
    restore()
    return null
  } catch (error) {
    restore()
    if (state.clock.isCancelled()) throw error
    return null
  }
}
