/** One server-sent event. `event` is empty where the server named none. */
export type ServerEvent = { readonly event: string; readonly data: string }

/**
 * Cuts a stream of bytes into server-sent events, in batches as they arrive (HTML standard, 9.2.6). Comments
 * and fields other than `event` and `data` are dropped, and so is an event that the stream's end cuts off.
 */
export async function* readServerEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerEvent[], void, void> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of body) {
    pending += decoder.decode(chunk, { stream: true })
    const end = endOfLastEvent(pending)
    if (end === 0) continue
    yield parseEvents(pending.slice(0, end))
    pending = pending.slice(end)
  }
}

/** Where the last complete event ends; a carriage return at the very end may belong to a line feed to come. */
function endOfLastEvent(text: string): number {
  return Math.max(
    endAfter(text, '\n\n'),
    endAfter(text, '\r\n\r\n'),
    text.endsWith('\r') ? 0 : endAfter(text, '\r\r'),
  )
}

function endAfter(text: string, mark: string): number {
  const at = text.lastIndexOf(mark)
  return at < 0 ? 0 : at + mark.length
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
