/** One server-sent event. `event` is empty when the server named none. */
export type ServerEvent = { readonly event: string; readonly data: string }

/**
 * Parses a stream of bytes into server-sent events, in batches as they arrive (HTML standard, 9.2.6).
 * Comments and fields other than `event` and `data` are dropped. So is an event that the stream's end cuts
 * off.
 */
export async function* readServerEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerEvent[], void, void> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of body) {
    // The pending text contains no end of an event, except at most the first half of one.
    const from = Math.max(0, pending.length - 1)
    pending += decoder.decode(chunk, { stream: true })
    const end = endOfLastEvent(pending.slice(from))
    if (end === 0) continue
    yield parseEvents(pending.slice(0, from + end))
    pending = pending.slice(from + end)
  }
}

/**
 * Returns the index after the last complete event, which an empty line ends. A remaining line feed is one
 * more empty line.
 */
function endOfLastEvent(text: string): number {
  const ends = ['\n\n', '\n\r', '\r\r'].map((mark) => text.lastIndexOf(mark))
  const last = Math.max(...ends)
  return last < 0 ? 0 : last + 2
}

function parseEvents(text: string): ServerEvent[] {
  const events: ServerEvent[] = []
  let event = ''
  let data: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') {
      if (data.length > 0) events.push({ event, data: data.join('\n') })
      event = ''
      data = []
    } else if (line.startsWith('data:')) data.push(fieldValue(line, 5))
    else if (line.startsWith('event:')) event = fieldValue(line, 6)
  }
  return events
}

function fieldValue(line: string, from: number): string {
  return line.slice(line[from] === ' ' ? from + 1 : from)
}
