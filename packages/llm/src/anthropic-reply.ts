import type { FinishReason, ModelReply } from '@parley/agent'
import type { Usage } from '@parley/domain'
import { keepEcho } from './echo.ts'
import { cutOff, errorFromBody, unreadable } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { argumentsAsText } from './tool-arguments.ts'
import { mintToolCallId } from './tool-call-id.ts'
import { readCount, readObject, readString, type WireObject } from './wire.ts'

/** Reads a message of the Messages API. Throws the AppError for an invalid or unfinished one. */
export function readAnthropicMessage(message: unknown, endpoint: ModelEndpoint): ModelReply {
  const body = readObject(message)
  if (body?.type === 'error') throw errorFromBody(body.error, endpoint)
  if (body === null || !Array.isArray(body.content)) throw unreadable(endpoint.label)
  const blocks = body.content.map(readObject).filter((block) => block !== null)
  const calls = blocks.filter((block) => block.type === 'tool_use')
  return {
    text: joinField(blocks, 'text'),
    reasoning: joinField(blocks, 'thinking'),
    toolCalls: calls.map((call) => ({
      id: mintToolCallId(),
      name: readString(call.name),
      argumentsText: argumentsAsText(call.argumentsText ?? call.input),
    })),
    usage: readUsage(body.usage),
    finishReason: toFinishReason(readString(body.stop_reason), endpoint),
    ...keepEcho(collectEcho(blocks, calls), endpoint),
  }
}

/** Returns the text of the blocks whose type and field have this name. */
function joinField(blocks: readonly WireObject[], name: 'text' | 'thinking'): string {
  return blocks
    .filter((block) => block.type === name)
    .map((block) => readString(block[name]))
    .join('')
}

/** Tokens read from a cache or written to one count as input too. */
function readUsage(value: unknown): Usage | null {
  const usage = readObject(value)
  if (usage === null) return null
  const cached = readCount(usage.cache_read_input_tokens) + readCount(usage.cache_creation_input_tokens)
  return { inputTokens: readCount(usage.input_tokens) + cached, outputTokens: readCount(usage.output_tokens) }
}

function toFinishReason(reason: string, endpoint: ModelEndpoint): FinishReason {
  if (reason === '') throw cutOff(endpoint.label)
  if (reason === 'tool_use') return 'tool_calls'
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  return reason === 'refusal' ? 'content_filter' : 'stop'
}

/**
 * Returns every block unchanged for the request with the tool results: thinking is signed together with the
 * calls.
 */
function collectEcho(blocks: readonly WireObject[], calls: readonly WireObject[]): WireObject | null {
  if (calls.length === 0) return null
  const kept = blocks.filter((block) => block.type !== 'text' || readString(block.text).trim() !== '')
  return {
    blocks: kept.map(({ argumentsText: _text, ...block }) => block),
    callIds: calls.map((call) => readString(call.id)),
  }
}
