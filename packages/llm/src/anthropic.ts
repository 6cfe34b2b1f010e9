import type Anthropic from '@anthropic-ai/sdk'
import type { Model } from '@parley/agent'
import type { SamplingParams } from '@parley/domain'
import { readAnthropicMessage } from './anthropic-reply.ts'
import { toAnthropicBody } from './anthropic-request.ts'
import { type AnthropicStream, readAnthropicStream } from './anthropic-stream.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { errorFromSdk } from './sdk-error.ts'

/** Longer than any call. The connections have their own limits. */
const NO_TIMEOUT_MS = 600_000

/**
 * A model of Anthropic over its Messages API. The vendor offers its OpenAI-compatible endpoint for trials
 * only.
 */
export function anthropicModel(endpoint: ModelEndpoint, params: SamplingParams): Model {
  let opened: Promise<Anthropic> | null = null
  return async function* answer(request) {
    const { signal } = request
    const body = toAnthropicBody(request, { endpoint, params })
    try {
      opened ??= openClient(endpoint)
      const client = await opened
      // client.messages.create writes to the console about models that the vendor will withdraw, so it is not
      // used.
      if (!request.isStreaming) {
        return readAnthropicMessage(await client.post('/v1/messages', { body, signal }), endpoint)
      }
      const options = { body: { ...body, stream: true }, signal, stream: true }
      const events = await client.post<AnthropicStream>('/v1/messages', options)
      return yield* readAnthropicStream(events, endpoint)
    } catch (error) {
      throw errorFromSdk(error, { endpoint, signal })
    }
  }
}

/** The package has 248 modules, so it is loaded for the first call and not for every start. */
async function openClient(endpoint: ModelEndpoint): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  return new Anthropic({
    apiKey: endpoint.apiKey,
    baseURL: endpoint.baseUrl,
    fetch: endpoint.client.fetch,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
  })
}
