import { type FinishReason, type ModelReply, splitThink, type ToolCall } from '@parley/agent'
import type { Usage } from '@parley/domain'
import type { ChatQuirks } from './chat-quirks.ts'
import { keepEcho } from './echo.ts'
import { cutOff, errorFromBody, unreadable } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { argumentsAsText } from './tool-arguments.ts'
import { mintToolCallId } from './tool-call-id.ts'
import { parseObject, readArray, readCount, readObject, readString, type WireObject } from './wire.ts'

/** Reads a whole reply of POST /chat/completions. Throws the AppError for an invalid one. */
export function readChatReply(
  text: string,
  { endpoint, quirks }: { endpoint: ModelEndpoint; quirks: ChatQuirks },
): ModelReply {
  const body = parseObject(text)
  if (body?.error !== undefined && body.error !== null) throw errorFromBody(body.error, endpoint)
  const choice = readObject(readArray(body?.choices)[0])
  const message = readObject(choice?.message)
  if (message === null) throw unreadable(endpoint.label)

  const toolCalls = readArray(message.tool_calls)
    .map(readObject)
    .filter((call) => call !== null)
  return toModelReply(
    {
      content: readContent(message.content) || readString(message.refusal),
      reasoning: readReasoning(message),
      toolCalls: toolCalls.map(readWholeCall).filter((call) => call.name !== ''),
      // A whole JSON document cannot be cut off, so a missing reason is a normal end.
      finishReason: readString(choice?.finish_reason) || 'stop',
      usage: readUsage(body?.usage),
      echoed: pickFields(message, quirks.echoedFields),
    },
    { endpoint, quirks },
  )
}

/** A tool call, joined from one or many pieces. */
export type CollectedCall = {
  readonly name: string
  readonly argumentsText: string
  readonly extraContent: unknown
}

export type CollectedReply = {
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly CollectedCall[]
  readonly finishReason: string
  readonly usage: Usage | null
  readonly echoed: WireObject
}

/** Turns the parts of a reply, streamed or whole, into the engine's form. */
export function toModelReply(
  parts: CollectedReply,
  { endpoint, quirks }: { endpoint: ModelEndpoint; quirks: ChatQuirks },
): ModelReply {
  const split = splitThink(parts.content)
  const toolCalls = parts.toolCalls.map(
    (call): ToolCall => ({ id: mintToolCallId(), name: call.name, argumentsText: call.argumentsText }),
  )
  return {
    text: split.text,
    reasoning: [parts.reasoning, split.reasoning].filter((text) => text !== '').join('\n'),
    toolCalls,
    usage: parts.usage,
    finishReason: toFinishReason(parts.finishReason, {
      hasCalls: toolCalls.length > 0,
      label: endpoint.label,
    }),
    ...keepEcho(collectEcho(parts, quirks), endpoint),
  }
}

/** Returns the text of a message's content: a string, or the text parts of an array. */
export function readContent(content: unknown): string {
  if (typeof content === 'string') return content
  return readArray(content)
    .map((part) => readString(readObject(part)?.text))
    .join('')
}

/** Returns the reasoning field under either of the two names in use. */
export function readReasoning(message: WireObject): string {
  return readString(message.reasoning_content) || readString(message.reasoning)
}

/** Tokens as the server counted them. Null without a count. */
export function readUsage(value: unknown): Usage | null {
  const usage = readObject(value)
  if (usage === null) return null
  return { inputTokens: readCount(usage.prompt_tokens), outputTokens: readCount(usage.completion_tokens) }
}

/** Returns the named fields that the message has. */
export function pickFields(message: WireObject, names: readonly string[]): WireObject {
  const present = names.filter((name) => message[name] !== undefined && message[name] !== null)
  return Object.fromEntries(present.map((name) => [name, message[name]]))
}

function readWholeCall(call: WireObject): CollectedCall {
  const written = readObject(call.function)
  return {
    name: readString(written?.name),
    argumentsText: argumentsAsText(written?.arguments),
    extraContent: call.extra_content,
  }
}

function collectEcho(parts: CollectedReply, quirks: ChatQuirks): WireObject | null {
  const toolCalls = parts.toolCalls.map(({ extraContent }) =>
    quirks.hasToolCallSignatures && readObject(extraContent) !== null
      ? { extra_content: extraContent }
      : null,
  )
  const hasExtras = toolCalls.some((extras) => extras !== null)
  if (!hasExtras && Object.keys(parts.echoed).length === 0) return null
  return { message: parts.echoed, toolCalls }
}

/** Finish reasons of a failed server. Its reply is not an answer. */
const BROKEN_OFF = /^(error|abort|insufficient_system_resource|malformed_function_call)$/i

function toFinishReason(
  reason: string,
  { hasCalls, label }: { hasCalls: boolean; label: string },
): FinishReason {
  if (BROKEN_OFF.test(reason)) throw cutOff(label)
  if (reason === 'length' || reason === 'max_tokens') return 'length'
  if (reason === 'content_filter') return 'content_filter'
  // Gemini ends a streamed reply that asks for tools with "stop".
  return hasCalls ? 'tool_calls' : 'stop'
}
