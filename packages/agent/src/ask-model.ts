import { cleanText } from '@parley/domain'
import { fitResults } from './fit-results.ts'
import { MAXIMUM_ANSWER_CHARACTERS } from './limits.ts'
import { openAbortRace } from './run-clock.ts'
import type { RunState } from './run-state.ts'
import type { ModelEvent, ModelReply, ToolDefinition } from './types.ts'

/**
 * Asks the model once with the run's transcript. Yields its deltas and returns its reply, cleaned and cut to
 * size. Adds usage and text so far to the run, also when it throws (the model's AppError or the abort
 * reason). Returns as soon as the run's time is over, even when the model ignores the signal.
 */
export async function* askModel(
  state: RunState,
  tools: readonly ToolDefinition[],
): AsyncGenerator<ModelEvent, ModelReply, void> {
  const signal = state.clock.modelSignal
  signal.throwIfAborted()
  const messages = fitResults(state.transcript)
  const events = state.model({ messages, tools, isStreaming: state.isStreaming, signal })
  const race = openAbortRace(signal)
  let text = ''
  try {
    for (;;) {
      const next = await race.run(events.next())
      if (next.done === true) return keepReply(state, next.value)
      if (next.value.type === 'text') state.text = text += next.value.delta
      else state.liveReasoning += next.value.delta
      yield next.value
      const reasoning = state.liveReasoning
      if (Math.max(text.length, reasoning.length) <= MAXIMUM_ANSWER_CHARACTERS) continue
      return keepReply(state, { ...emptyReply, text, reasoning })
    }
  } finally {
    race.close()
    // The model may hang in its cleanup, so this does not wait for it.
    events.return(emptyReply).catch(() => undefined)
  }
}

const emptyReply: ModelReply = { text: '', reasoning: '', toolCalls: [], usage: null, finishReason: 'length' }

function keepReply(state: RunState, reply: ModelReply): ModelReply {
  const text = cleanText(reply.text)
  const isTooLong = text.length > MAXIMUM_ANSWER_CHARACTERS
  const bounded = isTooLong ? text.slice(0, MAXIMUM_ANSWER_CHARACTERS).toWellFormed() : text
  const { inputTokens, outputTokens } = reply.usage ?? { inputTokens: 0, outputTokens: 0 }

  if (bounded.trim() !== '') state.text = bounded
  state.liveReasoning = ''
  state.reasoning = joinParagraphs(state.reasoning, reply.reasoning)
  state.usage = {
    inputTokens: state.usage.inputTokens + inputTokens,
    outputTokens: state.usage.outputTokens + outputTokens,
  }
  return { ...reply, text: bounded, finishReason: isTooLong ? 'length' : reply.finishReason }
}

/** Joins two texts as paragraphs, cleaned and cut to size. An empty text adds nothing. */
export function joinParagraphs(first: string, second: string): string {
  const texts = [first, cleanText(second)].filter((text) => text.trim() !== '')
  return texts.join('\n\n').slice(0, MAXIMUM_ANSWER_CHARACTERS).toWellFormed()
}
