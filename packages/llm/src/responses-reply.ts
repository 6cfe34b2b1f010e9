import type { FinishReason, ModelReply } from '@parley/agent'
import type { Usage } from '@parley/domain'
import { keepEcho } from './echo.ts'
import { cutOff, errorFromBody, unreadable } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { argumentsAsText } from './tool-arguments.ts'
import { mintToolCallId } from './tool-call-id.ts'
import { readArray, readCount, readObject, readString, type WireObject } from './wire.ts'

/** Reads a response of the Responses API. Throws the AppError for a failed or unfinished one. */
export function readResponse(response: unknown, endpoint: ModelEndpoint): ModelReply {
  const body = readObject(response)
  if (body === null || !Array.isArray(body.output)) throw unreadable(endpoint.label)
  if (body.status === 'failed') throw errorFromBody(body.error, endpoint)
  const items = body.output.map(readObject).filter((item) => item !== null)
  const calls = items.filter((item) => item.type === 'function_call')
  return {
    text: textsIn(items, 'message'),
    reasoning: textsIn(items, 'reasoning'),
    toolCalls: calls.map((call) => ({
      id: mintToolCallId(),
      name: readString(call.name),
      argumentsText: argumentsAsText(call.arguments),
    })),
    usage: readUsage(body.usage),
    finishReason: toFinishReason(body, { hasCalls: calls.length > 0, endpoint }),
    ...keepEcho(collectEcho(items, calls), endpoint),
  }
}

/** Returns all text of the items of a type: answers and refusals, or reasoning and its summaries. */
function textsIn(items: readonly WireObject[], type: 'message' | 'reasoning'): string {
  const parts = items
    .filter((item) => item.type === type)
    .flatMap((item) => [...readArray(item.summary), ...readArray(item.content)])
    .map(readObject)
  return parts
    .map((part) => readString(part?.text) || readString(part?.refusal))
    .join(type === 'reasoning' ? '\n\n' : '')
}

function readUsage(value: unknown): Usage | null {
  const usage = readObject(value)
  if (usage === null) return null
  return { inputTokens: readCount(usage.input_tokens), outputTokens: readCount(usage.output_tokens) }
}

function toFinishReason(
  body: WireObject,
  { hasCalls, endpoint }: { hasCalls: boolean; endpoint: ModelEndpoint },
): FinishReason {
  if (body.status === 'incomplete') {
    const reason = readString(readObject(body.incomplete_details)?.reason)
    return reason === 'content_filter' ? 'content_filter' : 'length'
  }
  if (body.status !== 'completed') throw cutOff(endpoint.label)
  return hasCalls ? 'tool_calls' : 'stop'
}

/**
 * Returns the items for the request with the tool results, unchanged. Reasoning without encrypted content
 * cannot be looked up again, because the vendor stores nothing. It is left out, and so are the ids of the
 * other items, which would refer to it.
 */
function collectEcho(items: readonly WireObject[], calls: readonly WireObject[]): WireObject | null {
  if (calls.length === 0) return null
  const isWhole = items.every(
    (item) => item.type !== 'reasoning' || readString(item.encrypted_content) !== '',
  )
  const kept = isWhole
    ? items
    : items.filter((item) => item.type !== 'reasoning').map(({ id: _id, ...item }) => item)
  return { items: kept, callIds: calls.map((call) => readString(call.call_id)) }
}
