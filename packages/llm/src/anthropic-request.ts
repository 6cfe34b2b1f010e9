import type Anthropic from '@anthropic-ai/sdk'
import type {
  AssistantMessage,
  ModelMessage,
  ModelRequest,
  Picture,
  ToolDefinition,
  ToolMessage,
  UserMessage,
} from '@parley/agent'
import type { SamplingParams } from '@parley/domain'
import { mapCallIds } from './call-id-map.ts'
import { readEcho } from './echo.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { seesPictures, toBase64, withAttachedNote, withPictureNote } from './see-pictures.ts'
import { argumentsAsObject } from './tool-arguments.ts'
import { readArray } from './wire.ts'

/** The vendor's client dropped the sampling fields that its older models still accept. */
type Sampling = { temperature?: number; top_p?: number }
type Body = Omit<Anthropic.MessageCreateParams, 'stream'> & Sampling
type Turn = { role: 'user' | 'assistant'; content: Anthropic.ContentBlockParam[] }

/** Writes a request as the body of POST /v1/messages. */
export function toAnthropicBody(
  request: ModelRequest,
  { endpoint, params }: { endpoint: ModelEndpoint; params: SamplingParams },
): Body {
  const vendorIdOf = mapCallIds(request.messages, endpoint)
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return {
    model: endpoint.model,
    max_tokens: params.maxTokens ?? defaultMaxTokens(endpoint.model),
    messages: joinTurns(request.messages.flatMap((message) => toTurn(message, { endpoint, vendorIdOf }))),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    ...toTools(request),
    ...toSampling(params, endpoint.model),
  }
}

/** The vendor requires a limit. The oldest models refuse one above their maximum. */
function defaultMaxTokens(model: string): number {
  if (/^claude-(2|instant|3-(opus|sonnet|haiku))/.test(model)) return 4096
  return /^claude-3-5/.test(model) ? 8192 : 16_384
}

/**
 * Models before Opus 4.7 accept temperature or top_p, not both, and a temperature up to 1. Later models
 * accept neither.
 */
function toSampling({ temperature, topP }: SamplingParams, model: string): Sampling {
  const hasSampling = /^claude-(2|instant|3|sonnet-4|haiku-4|opus-4(?!-[7-9](-|$)))/.test(model)
  if (!hasSampling) return {}
  if (temperature !== undefined) return { temperature: Math.min(1, temperature) }
  return topP === undefined ? {} : { top_p: topP }
}

/**
 * Returns the tools on offer. A transcript with tool calls needs declared tools even when the model may call
 * none. Their names are then read from the transcript.
 */
function toTools(request: ModelRequest): Pick<Body, 'tools' | 'tool_choice'> {
  if (request.tools.length > 0) return { tools: request.tools.map(toTool) }
  const calls = request.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  )
  const names = [...new Set(calls.map(({ name }) => name))]
  if (names.length === 0) return {}
  return {
    tools: names.map((name) => ({ name, input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  }
}

function toTool({ name, description, parameters }: ToolDefinition): Anthropic.Tool {
  return { name, description, input_schema: { ...parameters, type: 'object' } }
}

type Place = { readonly endpoint: ModelEndpoint; readonly vendorIdOf: (callId: string) => string }

function toTurn(message: ModelMessage, place: Place): Turn[] {
  if (message.role === 'system') return []
  if (message.role === 'assistant') return [{ role: 'assistant', content: toAssistantBlocks(message, place) }]
  if (message.role === 'user') return [{ role: 'user', content: toQuestionBlocks(message, place) }]
  const result: Anthropic.ToolResultBlockParam = {
    type: 'tool_result',
    tool_use_id: place.vendorIdOf(message.toolCallId),
    content: toResultContent(message, place),
    ...(message.isError ? { is_error: true } : {}),
  }
  return [{ role: 'user', content: [result] }]
}

/** The vendor advises to put pictures before the text that is about them. */
function toQuestionBlocks(message: UserMessage, { endpoint }: Place): Anthropic.ContentBlockParam[] {
  const { pictures = [] } = message
  if (!seesPictures(endpoint)) return textBlocks(withAttachedNote(message))
  return [...pictures.map(toImageBlock), ...textBlocks(message.content)]
}

function toImageBlock(picture: Picture): Anthropic.ImageBlockParam {
  const source = { type: 'base64', media_type: picture.mediaType, data: toBase64(picture) } as const
  return { type: 'image', source }
}

function toResultContent(
  message: ToolMessage,
  { endpoint }: Place,
): NonNullable<Anthropic.ToolResultBlockParam['content']> {
  const { pictures = [] } = message
  if (pictures.length === 0) return message.content
  if (!seesPictures(endpoint)) return withPictureNote(message)
  return [...textBlocks(message.content), ...pictures.map(toImageBlock)]
}

function toAssistantBlocks(
  message: AssistantMessage,
  { endpoint, vendorIdOf }: Place,
): Anthropic.ContentBlockParam[] {
  const echoed = readArray(readEcho(message.echo, endpoint)?.blocks)
  // as: the vendor sent these blocks
  if (echoed.length > 0) return echoed as Anthropic.ContentBlockParam[]
  const calls = (message.toolCalls ?? []).map((call): Anthropic.ToolUseBlockParam => {
    return {
      type: 'tool_use',
      id: vendorIdOf(call.id),
      name: call.name,
      input: argumentsAsObject(call.argumentsText),
    }
  })
  return [...textBlocks(message.content), ...calls]
}

/** The vendor refuses blocks without visible text. */
function textBlocks(text: string): Anthropic.TextBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** All results of a reply's calls belong in the one user turn that follows it, before any text. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.content.push(...turn.content)
    else if (turn.content.length > 0) joined.push({ role: turn.role, content: [...turn.content] })
  }
  return joined
}
