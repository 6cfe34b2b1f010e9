import type {
  AssistantMessage,
  ModelMessage,
  ModelRequest,
  ToolDefinition,
  ToolMessage,
  UserMessage,
} from '@parley/agent'
import type { SamplingParams } from '@parley/domain'
import type {
  FunctionTool,
  ResponseCreateParams,
  ResponseInputItem,
} from 'openai/resources/responses/responses'
import { mapCallIds } from './call-id-map.ts'
import { readEcho } from './echo.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { seesPictures, toDataUrl, withAttachedNote, withPictureNote } from './see-pictures.ts'
import { argumentsAsText } from './tool-arguments.ts'
import { readArray } from './wire.ts'

/** Writes a request as the body of POST /responses. */
export function toResponsesBody(
  request: ModelRequest,
  { endpoint, params }: { endpoint: ModelEndpoint; params: SamplingParams },
): Omit<ResponseCreateParams, 'stream'> {
  const isReasoning = isReasoningModel(endpoint.model)
  const vendorIdOf = mapCallIds(request.messages, endpoint)
  const instructions = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return {
    model: endpoint.model,
    input: request.messages.flatMap((message) => toInputItems(message, { endpoint, vendorIdOf })),
    store: false,
    ...(instructions.length === 0 ? {} : { instructions: instructions.join('\n\n') }),
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toFunctionTool) }),
    ...(isReasoning ? { include: ['reasoning.encrypted_content'] } : toSampling(params)),
    ...(params.maxTokens === undefined ? {} : { max_output_tokens: Math.max(16, params.maxTokens) }),
  }
}

/**
 * Whether a model thinks before it answers. Thinking models refuse temperature and top_p, and only they
 * return encrypted reasoning on request.
 */
function isReasoningModel(model: string): boolean {
  return /^(ft:)?(o\d|gpt-[5-9]|codex)/.test(model) && !/-chat\b/.test(model)
}

function toSampling({ temperature, topP }: SamplingParams): { temperature?: number; top_p?: number } {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  }
}

type Place = { readonly endpoint: ModelEndpoint; readonly vendorIdOf: (callId: string) => string }

function toInputItems(message: ModelMessage, { endpoint, vendorIdOf }: Place): ResponseInputItem[] {
  if (message.role === 'system') return []
  if (message.role === 'user') return [toQuestion(message, endpoint)]
  if (message.role === 'tool') {
    const output = toOutput(message, endpoint)
    return [{ type: 'function_call_output', call_id: vendorIdOf(message.toolCallId), output }]
  }
  const echoed = readArray(readEcho(message.echo, endpoint)?.items)
  // as: the vendor sent these items
  return echoed.length > 0 ? (echoed as ResponseInputItem[]) : writeAssistantItems(message, vendorIdOf)
}

function toQuestion(message: UserMessage, endpoint: ModelEndpoint): ResponseInputItem {
  const { role, content, pictures = [] } = message
  if (pictures.length === 0) return { role, content }
  if (!seesPictures(endpoint)) return { role, content: withAttachedNote(message) }
  const images = pictures.map((picture) => {
    return { type: 'input_image' as const, image_url: toDataUrl(picture), detail: 'auto' as const }
  })
  return { role, content: [{ type: 'input_text', text: content }, ...images] }
}

function toOutput(
  message: ToolMessage,
  endpoint: ModelEndpoint,
): ResponseInputItem.FunctionCallOutput['output'] {
  const { content, pictures = [] } = message
  if (pictures.length === 0) return content
  if (!seesPictures(endpoint)) return withPictureNote(message)
  return [
    { type: 'input_text', text: content },
    ...pictures.map((picture) => ({ type: 'input_image' as const, image_url: toDataUrl(picture) })),
  ]
}

function writeAssistantItems(
  message: AssistantMessage,
  vendorIdOf: (callId: string) => string,
): ResponseInputItem[] {
  const calls = (message.toolCalls ?? []).map((call): ResponseInputItem => {
    return {
      type: 'function_call',
      call_id: vendorIdOf(call.id),
      name: call.name,
      arguments: argumentsAsText(call.argumentsText),
    }
  })
  return message.content === '' ? calls : [{ role: 'assistant', content: message.content }, ...calls]
}

function toFunctionTool({ name, description, parameters }: ToolDefinition): FunctionTool {
  // Strict mode accepts a subset of JSON Schema that tools of other servers do not follow.
  return { type: 'function', name, description, parameters, strict: false }
}
