import { toAppError } from '../../procedure/to-app-error.ts'
import {
  type OutputItem,
  presentItem,
  presentPart,
  presentResponse,
  type ResponseState,
} from './present-response.ts'

/** What happens while a response is made; other events are not shown to these clients. */
export type ResponseEvent = { readonly type: string; readonly delta?: string }

type Write = (type: string, fields: { readonly delta?: string; readonly [field: string]: unknown }) => string

/**
 * Writes the events of a response (OpenAI API reference, "Streaming events"): text as it comes, each message that a
 * tool call interrupts as its own item, and the whole response at the end. A failure ends the stream with
 * `response.failed`. Events up to the sequence number `startingAfter` are left out.
 */
export async function* streamResponse(
  begun: ResponseState,
  events: AsyncGenerator<ResponseEvent, ResponseState, void>,
  startingAfter = -1,
): AsyncGenerator<string, void, void> {
  for await (const frames of writeResponse(begun, events, createWriter(startingAfter)))
    if (frames !== '') yield frames
}

async function* writeResponse(
  begun: ResponseState,
  events: AsyncGenerator<ResponseEvent, ResponseState, void>,
  write: Write,
): AsyncGenerator<string, void, void> {
  const items: OutputItem[] = []
  let text: string | null = null
  yield write('response.created', { response: presentResponse(begun) })
  yield write('response.in_progress', { response: presentResponse(begun) })
  try {
    let next = await events.next()
    for (; !next.done; next = await events.next()) {
      const { type, delta = '' } = next.value
      if (type === 'text' && delta !== '') {
        if (text === null) yield openItem(write, begun.id, items.length)
        text = (text ?? '') + delta
        yield write('response.output_text.delta', { ...placeOf(begun.id, items.length), delta, logprobs: [] })
      }
      // Text before a tool call is a separate message.
      if (type === 'step_start' && text !== null) {
        yield closeItem(write, { id: begun.id, items, text })
        text = null
      }
    }
    const ended = next.value
    if (text === null && ended.text !== '') {
      text = ended.text
      yield openItem(write, begun.id, items.length)
      yield write('response.output_text.delta', {
        ...placeOf(begun.id, items.length),
        delta: text,
        logprobs: [],
      })
    }
    if (text !== null) yield closeItem(write, { id: begun.id, items, text })
    const response = presentResponse(ended, items)
    yield write(`response.${response.status}`, { response })
  } catch (error) {
    const failed = { ...begun, status: 'error' as const, text: toAppError(error).message }
    yield write('response.failed', { response: presentResponse(failed, items) })
  }
}

/**
 * Writes events that are not left out. A delta raises the sequence number by its UTF-16 code units. So a place in the
 * text has the same number wherever the text is cut: the stored events have other pieces than the first stream.
 */
function createWriter(startingAfter: number): Write {
  let written = -1
  return (type, { delta, ...fields }) => {
    const length = delta?.length ?? 1
    written += length
    const left = written - startingAfter
    if (left <= 0) return ''
    const rest = delta === undefined ? {} : { delta: left < length ? delta.slice(-left) : delta }
    const event = { type, sequence_number: written, ...fields, ...rest }
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`
  }
}

function placeOf(id: string, index: number) {
  const { id: item_id } = presentItem(id, index, { status: 'in_progress', text: null })
  return { item_id, output_index: index, content_index: 0 }
}

function openItem(write: Write, id: string, index: number): string {
  const item = presentItem(id, index, { status: 'in_progress', text: null })
  return (
    write('response.output_item.added', { output_index: index, item }) +
    write('response.content_part.added', { ...placeOf(id, index), part: presentPart('') })
  )
}

/** Ends the item that is open, and adds it to the items of the response. */
function closeItem(
  write: Write,
  { id, items, text }: { readonly id: string; readonly items: OutputItem[]; readonly text: string },
): string {
  const index = items.length
  const item = presentItem(id, index, { status: 'completed', text })
  items.push(item)
  return (
    write('response.output_text.done', { ...placeOf(id, index), text, logprobs: [] }) +
    write('response.content_part.done', { ...placeOf(id, index), part: presentPart(text) }) +
    write('response.output_item.done', { output_index: index, item })
  )
}
