import { MAXIMUM_PICTURES, MAXIMUM_RESULTS_CHARACTERS } from './limits.ts'
import { shortenResult } from './shorten-result.ts'
import type { ModelMessage, ToolMessage } from './types.ts'

/** Characters kept of an old result. They are enough to recognise it. */
const SHORTENED_CHARACTERS = 2_000

/**
 * Returns the transcript with its tool results cut to a total length and number of pictures. The newest stay whole.
 * Older ones keep their beginning and say how much is missing. Nothing else changes and no result is removed, so that every
 * vendor still accepts the transcript.
 */
export function fitResults(messages: readonly ModelMessage[]): ModelMessage[] {
  let left = MAXIMUM_RESULTS_CHARACTERS
  let picturesLeft = MAXIMUM_PICTURES
  const fitted = messages.toReversed().map((given): ModelMessage => {
    if (given.role !== 'tool') return given
    const message = withPictures(given, picturesLeft)
    picturesLeft -= message.pictures?.length ?? 0
    const { content } = message
    left -= content.length
    if (left >= 0 || content.length <= SHORTENED_CHARACTERS) return message
    return { ...message, content: shortenResult(content, SHORTENED_CHARACTERS) }
  })
  return fitted.reverse()
}

/** Drops the pictures of a message where not all of them have room. */
function withPictures({ pictures, ...message }: ToolMessage, room: number): ToolMessage {
  if (!pictures) return message
  if (pictures.length <= room) return { ...message, pictures }
  return { ...message, content: `${message.content}\n[${pictures.length} older pictures are left out]` }
}
