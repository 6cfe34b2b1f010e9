import type { Model, ModelReply } from '@parley/agent'
import type { ModelConfig } from '@parley/domain'
import { isRecording, type Span, type SpanAttributes, type SpanStart, spanEvents } from '@parley/telemetry'

/** Vendors that have another name in the conventions of OpenTelemetry for generative AI. */
const PROVIDER_NAMES: Readonly<Partial<Record<ModelConfig['provider'], string>>> = {
  gemini: 'gcp.gemini',
}

/**
 * Runs a turn in a span named by the conventions of OpenTelemetry for generative AI. The span holds ids, and neither the
 * name of an agent nor a text.
 */
export function spanTurn<Event, Output>(
  ids: { readonly sessionId?: string; readonly agentId?: string },
  work: (span: Span) => AsyncGenerator<Event, Output, void>,
): AsyncGenerator<Event, Output, void> {
  return spanEvents(() => turnSpan(ids), work)
}

function turnSpan({ sessionId, agentId }: { sessionId?: string; agentId?: string }): SpanStart {
  const attributes: SpanAttributes = {
    'gen_ai.operation.name': 'invoke_agent',
    ...(sessionId !== undefined && { 'gen_ai.conversation.id': sessionId }),
    ...(agentId !== undefined && { 'gen_ai.agent.id': agentId }),
  }
  return { name: 'invoke_agent', kind: 'internal', attributes }
}

/** Records each call of a model as a span with tokens and finish reason. Returns `model` itself without a recorder. */
export function spanModel(model: Model, config: Pick<ModelConfig, 'provider' | 'model'>): Model {
  if (!isRecording()) return model
  return (request) =>
    spanEvents(
      () => modelSpan(config, request.isStreaming),
      async function* spanned(span) {
        const reply = yield* model(request)
        span.set(replyAttributes(reply))
        return reply
      },
    )
}

function modelSpan(
  { provider, model }: Pick<ModelConfig, 'provider' | 'model'>,
  isStreaming: boolean,
): SpanStart {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDER_NAMES[provider] ?? provider,
    'gen_ai.request.model': model,
    'gen_ai.request.stream': isStreaming,
  }
  return { name: `chat ${model}`, kind: 'client', attributes }
}

function replyAttributes({ usage, finishReason }: ModelReply): SpanAttributes {
  return {
    'gen_ai.response.finish_reasons': [finishReason],
    ...(usage && {
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
    }),
  }
}
