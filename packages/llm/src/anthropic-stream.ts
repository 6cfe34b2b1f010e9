import type Anthropic from '@anthropic-ai/sdk'
import type { ModelEvent, ModelReply } from '@parley/agent'
import { readAnthropicMessage } from './anthropic-reply.ts'
import { cutOff } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { argumentsAsObject } from './tool-arguments.ts'
import { readString } from './wire.ts'

export type AnthropicStream = AsyncIterable<Anthropic.RawMessageStreamEvent>

/** A content block while it grows, with the vendor's field names. */
type DraftBlock = { [field: string]: unknown }

/**
 * Reads a streamed message: yields its deltas and joins its blocks into the form of the whole reply. Throws
 * the AppError for a stream that ends before its last event.
 */
export async function* readAnthropicStream(
  events: AnthropicStream,
  endpoint: ModelEndpoint,
): AsyncGenerator<ModelEvent, ModelReply, void> {
  const blocks: DraftBlock[] = []
  let usage = {}
  let stopReason: string | null = null
  let isComplete = false

  for await (const event of events) {
    if (event.type === 'message_start') usage = event.message.usage
    if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block }
    if (event.type === 'content_block_delta') yield* growBlock(blocks[event.index] ?? {}, event.delta)
    if (event.type === 'message_delta') {
      // Only the numbers that the vendor counted again. The other fields are null here; the first event had
      // them.
      usage = { ...usage, ...withoutNulls(event.usage) }
      stopReason = event.delta.stop_reason
    }
    if (event.type === 'message_stop') isComplete = true
  }
  // The client ends its stream without an error when the connection is closed or aborted.
  if (!isComplete) throw cutOff(endpoint.label)
  return readAnthropicMessage({ content: blocks.map(finishBlock), usage, stop_reason: stopReason }, endpoint)
}

function* growBlock(block: DraftBlock, delta: Anthropic.RawContentBlockDelta): Generator<ModelEvent> {
  switch (delta.type) {
    case 'text_delta':
      block.text = readString(block.text) + delta.text
      yield { type: 'text', delta: delta.text }
      return
    case 'thinking_delta':
      block.thinking = readString(block.thinking) + delta.thinking
      yield { type: 'reasoning', delta: delta.thinking }
      return
    case 'signature_delta':
      block.signature = delta.signature
      return
    case 'input_json_delta':
      block.argumentsText = readString(block.argumentsText) + delta.partial_json
  }
}

/** The stream sends arguments as text; the reply holds them as an object. */
function finishBlock(block: DraftBlock): DraftBlock {
  const { argumentsText } = block
  if (typeof argumentsText !== 'string' || argumentsText === '') return block
  return { ...block, input: argumentsAsObject(argumentsText) }
}

function withoutNulls(usage: object): object {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}
