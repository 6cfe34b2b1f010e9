import type { Model, ModelRequest } from '@parley/agent'
import type { SamplingParams } from '@parley/domain'
import type { AppError } from '@parley/errors'
import type { EgressReply } from '@parley/net'
import type { ChatQuirks } from './chat-quirks.ts'
import { readChatReply } from './chat-reply.ts'
import { toChatBody } from './chat-request.ts'
import { readChatStream } from './chat-stream.ts'
import { errorFromReply, unreadable } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'

/**
 * A model over POST /chat/completions: Gemini, DeepSeek, and every compatible self-hosted runtime. It does
 * not use the `openai` package, which takes three times the CPU of the call itself and repairs none of the
 * reply shapes that other servers send.
 */
export function chatCompletionsModel(
  endpoint: ModelEndpoint,
  { params, quirks }: { params: SamplingParams; quirks: ChatQuirks },
): Model {
  return async function* answer(request) {
    const reply = await post(request, endpoint, params)
    if (reply.status < 200 || reply.status > 299) throw await errorFrom(reply, endpoint)
    // Some servers ignore `stream` and send the whole reply.
    if (!isEventStream(reply)) return readChatReply(await reply.body.text(), { endpoint, quirks })
    if (!request.isStreaming) throw unreadable(endpoint.label)
    return yield* readChatStream(reply.body, { endpoint, quirks })
  }
}

function post(request: ModelRequest, endpoint: ModelEndpoint, params: SamplingParams): Promise<EgressReply> {
  return endpoint.client.send(`${endpoint.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: request.isStreaming ? 'text/event-stream' : 'application/json',
      ...(endpoint.apiKey === '' ? {} : { authorization: `Bearer ${endpoint.apiKey}` }),
    },
    body: JSON.stringify(toChatBody(request, { endpoint, params })),
    signal: request.signal,
  })
}

async function errorFrom(reply: EgressReply, endpoint: ModelEndpoint): Promise<AppError> {
  const text = await reply.body.text()
  const header = (name: string) => [reply.headers[name]].flat()[0]
  return errorFromReply({ status: reply.status, header, text }, endpoint)
}

function isEventStream(reply: EgressReply): boolean {
  return reply.headers['content-type']?.toLowerCase().startsWith('text/event-stream') ?? false
}
