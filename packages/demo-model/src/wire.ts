import type { JsonObject, JsonValue } from '@parley/domain'
import { isObject, objectsOf, textOf } from './json.ts'

type ToolCall = { readonly id: string; readonly name: string; readonly argumentsText: string }

export type ChatMessage = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly toolCalls: readonly ToolCall[]
  readonly toolCallId: string
}

export type ChatTool = {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/** The fields of a chat completion request that the rules use. */
export type ChatRequest = {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ChatTool[]
  readonly isStreaming: boolean
  readonly hasStreamUsage: boolean
}

export type ChatReply = { readonly content: string; readonly toolCalls: readonly ToolCall[] }

/** Reads a request body; returns an error sentence when the body is invalid. */
export function readChatRequest(body: JsonValue | undefined): ChatRequest | string {
  if (!isObject(body)) return 'The body must be a JSON object.'
  if (textOf(body.model) === '') return '"model" is missing.'
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return '"messages" must be an array with at least one message.'
  const messages: ChatMessage[] = []
  for (const [index, entry] of body.messages.entries()) {
    const message = isObject(entry) ? readMessage(entry) : null
    if (message === null) return `"messages[${index}]" needs a known role and its content.`
    messages.push(message)
  }
  const fault = findTranscriptFault(messages)
  if (fault !== null) return fault
  return {
    model: textOf(body.model),
    messages,
    tools: body.tool_choice === 'none' ? [] : readTools(body.tools),
    isStreaming: body.stream === true,
    hasStreamUsage: isObject(body.stream_options) && body.stream_options.include_usage === true,
  }
}

function readMessage(entry: JsonObject): ChatMessage | null {
  const role = entry.role === 'developer' ? 'system' : entry.role
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return null
  const toolCalls = objectsOf(entry.tool_calls).map((call): ToolCall => {
    const part = isObject(call.function) ? call.function : {}
    return { id: textOf(call.id), name: textOf(part.name), argumentsText: textOf(part.arguments) }
  })
  return { role, content: readContent(entry.content), toolCalls, toolCallId: textOf(entry.tool_call_id) }
}

function readContent(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map((part) => textOf(part.text))
    .join('\n')
}

function readTools(tools: JsonValue | undefined): ChatTool[] {
  return objectsOf(tools).flatMap((tool): ChatTool[] => {
    const part = isObject(tool.function) ? tool.function : {}
    const parameters = isObject(part.parameters) ? part.parameters : {}
    return textOf(part.name) === ''
      ? []
      : [{ name: textOf(part.name), description: textOf(part.description), parameters }]
  })
}

/**
 * Finds a fault in the order of tool calls and results, which hosted vendors refuse too. Each result answers
 * a call, and each call has a result.
 */
function findTranscriptFault(messages: readonly ChatMessage[]): string | null {
  let open = new Set<string>()
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId))
        return `"messages[${index}]" is a tool result without a tool call before it.`
      continue
    }
    if (open.size > 0) return `"messages[${index}]" comes before the results of all tool calls.`
    open = new Set(message.toolCalls.map(({ id }) => id))
  }
  return open.size > 0 ? 'The last tool calls have no results.' : null
}
