import type {
  AssistantMessage,
  ModelMessage,
  ModelRequest,
  Picture,
  ToolDefinition,
  UserMessage,
} from '@parley/agent'
import type { JsonObject, SamplingParams } from '@parley/domain'
import { readEcho } from './echo.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { seesPictures, toDataUrl, withAttachedNote, withPictureNote } from './see-pictures.ts'
import { argumentsAsObject } from './tool-arguments.ts'
import { toVendorId } from './tool-call-id.ts'
import { readArray, readObject } from './wire.ts'

/** Writes a request as the body of POST /chat/completions. */
export function toChatBody(
  request: ModelRequest,
  { endpoint, params }: { endpoint: ModelEndpoint; params: SamplingParams },
): JsonObject {
  const { temperature, topP, maxTokens } = params
  return {
    model: endpoint.model,
    messages: request.messages.flatMap((message, index) => [
      toChatMessage(message, endpoint),
      ...picturesAfter(request.messages, index, endpoint),
    ]),
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toChatTool) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(request.isStreaming ? { stream: true, stream_options: { include_usage: true } } : {}),
  }
}

function toChatMessage(message: ModelMessage, endpoint: ModelEndpoint): JsonObject {
  if (message.role === 'assistant') return toAssistantMessage(message, endpoint)
  if (message.role === 'tool') {
    const content = seesPictures(endpoint) ? message.content : withPictureNote(message)
    return { role: 'tool', tool_call_id: toVendorId(message.toolCallId), content }
  }
  if (message.role === 'user') return toQuestion(message, endpoint)
  return { role: message.role, content: message.content }
}

function toQuestion(message: UserMessage, endpoint: ModelEndpoint): JsonObject {
  const { role, content, pictures = [] } = message
  if (pictures.length === 0) return { role, content }
  if (!seesPictures(endpoint)) return { role, content: withAttachedNote(message) }
  return { role, content: [{ type: 'text', text: content }, ...pictures.map(toImagePart)] }
}

function toImagePart(picture: Picture): JsonObject {
  return { type: 'image_url', image_url: { url: toDataUrl(picture) } }
}

/** The pictures of the results that end at `index`, as a message of the user: a result can only hold text. */
function picturesAfter(
  messages: readonly ModelMessage[],
  index: number,
  endpoint: ModelEndpoint,
): JsonObject[] {
  if (messages[index]?.role !== 'tool' || messages[index + 1]?.role === 'tool') return []
  const first = messages.findLastIndex(({ role }, at) => at < index && role !== 'tool') + 1
  const parts = messages
    .slice(first, index + 1)
    .flatMap((message) =>
      message.role !== 'tool' || !message.pictures
        ? []
        : [
            { type: 'text', text: `Pictures that ${message.toolName} returned:` },
            ...message.pictures.map(toImagePart),
          ],
    )
  return parts.length > 0 && seesPictures(endpoint) ? [{ role: 'user', content: parts }] : []
}

function toAssistantMessage(message: AssistantMessage, endpoint: ModelEndpoint): JsonObject {
  const calls = message.toolCalls ?? []
  const echo = readEcho(message.echo, endpoint)
  const extras = readArray(echo?.toolCalls)
  const toolCalls = calls.map((call, index) => ({
    id: toVendorId(call.id),
    type: 'function',
    // Servers parse the arguments again and refuse the whole request when they are not a JSON object.
    function: { name: call.name, arguments: JSON.stringify(argumentsAsObject(call.argumentsText)) },
    ...(readObject(extras[index]) as JsonObject | null), // as: our own echo, JSON when it was kept
  }))
  return {
    role: 'assistant',
    content: message.content === '' && calls.length > 0 ? null : message.content,
    ...(readObject(echo?.message) as JsonObject | null), // as: our own echo, JSON when it was kept
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  }
}

function toChatTool({ name, description, parameters }: ToolDefinition): JsonObject {
  return { type: 'function', function: { name, description, parameters } }
}
