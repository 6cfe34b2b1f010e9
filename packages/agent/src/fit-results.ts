import { MAXIMUM_RESULTS_CHARACTERS } from './limits.ts'
import { shortenResult } from './shorten-result.ts'
import type { Message } from './types.ts'

/** What stays of an old result: its beginning says what it was. */
const SHORTENED_CHARACTERS = 2_000

/**
 * The transcript with its tool results held to a total length: the newest stay whole, older ones keep their
 * beginning and say how much is missing. Nothing else is touched and no result disappears, so the transcript
 * stays one that every vendor accepts.
 */
export function fitResults(messages: readonly Message[]): Message[] {
  let left = MAXIMUM_RESULTS_CHARACTERS
  const fitted = messages.toReversed().map((message): Message => {
    if (message.role !== 'tool') return message
    const { content } = message
    left -= content.length
    if (left >= 0 || content.length <= SHORTENED_CHARACTERS) return message
    return { ...message, content: shortenResult(content, SHORTENED_CHARACTERS) }
  })
  return fitted.reverse()
}
