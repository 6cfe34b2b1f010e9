import { MAXIMUM_RESULTS_CHARACTERS } from './limits.ts'
import { shortenResult } from './shorten-result.ts'
import type { ModelMessage } from './types.ts'

/** Characters kept of an old result. They are enough to recognise it. */
const SHORTENED_CHARACTERS = 2_000

/**
 * Returns the transcript with its tool results cut to a total length. The newest stay whole. Older ones keep
 * their beginning and say how much is missing. Nothing else changes and no result is removed, so that every
 * vendor still accepts the transcript.
 */
export function fitResults(messages: readonly ModelMessage[]): ModelMessage[] {
  let left = MAXIMUM_RESULTS_CHARACTERS
  const fitted = messages.toReversed().map((message): ModelMessage => {
    if (message.role !== 'tool') return message
    const { content } = message
    left -= content.length
    if (left >= 0 || content.length <= SHORTENED_CHARACTERS) return message
    return { ...message, content: shortenResult(content, SHORTENED_CHARACTERS) }
  })
  return fitted.reverse()
}
