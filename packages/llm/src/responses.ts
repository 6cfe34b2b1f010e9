import type { Model, ModelEvent, ModelReply } from '@parley/agent'
import type { SamplingParams } from '@parley/domain'
import type OpenAI from 'openai'
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses'
import type { Stream } from 'openai/streaming'
import { cutOff, errorFromBody } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { readResponse } from './responses-reply.ts'
import { toResponsesBody } from './responses-request.ts'
import { errorFromSdk } from './sdk-error.ts'

/**
 * A model of OpenAI over its Responses API: in chat completions the newer models refuse tools together with
 * reasoning. The vendor stores nothing. Reasoning comes back encrypted and is echoed.
 */
export function responsesModel(endpoint: ModelEndpoint, params: SamplingParams): Model {
  let opened: Promise<OpenAI> | null = null
  return async function* answer(request) {
    const { signal } = request
    const body = toResponsesBody(request, { endpoint, params })
    try {
      opened ??= openClient(endpoint)
      const client = await opened
      if (!request.isStreaming) {
        return readResponse(await client.responses.create({ ...body, stream: false }, { signal }), endpoint)
      }
      const events = await client.responses.create({ ...body, stream: true }, { signal })
      return yield* readResponseStream(events, endpoint)
    } catch (error) {
      throw errorFromSdk(error, { endpoint, signal })
    }
  }
}

/** The package has 236 modules, so it is loaded for the first call and not for every start. */
async function openClient(endpoint: ModelEndpoint): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  return new OpenAI({
    apiKey: endpoint.apiKey,
    baseURL: endpoint.baseUrl,
    fetch: endpoint.client.fetch,
    maxRetries: 0,
    logLevel: 'off',
    // The client reads absent options from the process environment.
    organization: null,
    project: null,
    adminAPIKey: null,
  })
}

async function* readResponseStream(
  events: Stream<ResponseStreamEvent>,
  endpoint: ModelEndpoint,
): AsyncGenerator<ModelEvent, ModelReply, void> {
  let final: Response | null = null
  for await (const event of events) {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        yield { type: 'text', delta: event.delta }
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield { type: 'reasoning', delta: event.delta }
        break
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        final = event.response
        break
      case 'error':
        throw errorFromBody(event, endpoint)
    }
  }
  // The client ends its stream without an error when the connection is closed or aborted.
  if (final === null) throw cutOff(endpoint.label)
  return readResponse(final, endpoint)
}
