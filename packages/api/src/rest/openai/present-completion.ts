import type { CompletedChat } from '@parley/core'

/** The fields that the reply and every chunk of one completion share. */
export type Heading = { readonly id: string; readonly created: number; readonly model: string }

/** A whole completion. Reasoning is in `reasoning_content`, as compatible servers return it. */
export function presentCompletion({ outcome }: CompletedChat, heading: Heading) {
  const { text, reasoning, usage } = outcome
  const message = {
    role: 'assistant',
    content: text,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    refusal: null,
  }
  return {
    ...heading,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(outcome) }],
    usage: presentUsage(usage),
  }
}

/** One piece of a streamed completion. */
export function presentChunk(heading: Heading, delta: object, finish: string | null = null) {
  return {
    ...heading,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  }
}

/** The chunk that counts tokens, after all others. */
export function presentUsageChunk(heading: Heading, { outcome }: CompletedChat) {
  return { ...heading, object: 'chat.completion.chunk', choices: [], usage: presentUsage(outcome.usage) }
}

/** OpenAI's `finish_reason` of an answer. An answer that a limit cut short has `length`. */
export function finishReason(outcome: CompletedChat['outcome']): 'stop' | 'length' {
  return outcome.kind === 'answered' ? 'stop' : 'length'
}

function presentUsage({ inputTokens, outputTokens }: CompletedChat['outcome']['usage']) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }
}
