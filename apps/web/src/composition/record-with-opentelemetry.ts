import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { NO_SPAN, recordSpans, type Span, type SpanStart } from '@parley/telemetry'
import type { TelemetrySettings } from '../read-telemetry.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const
const HEADERS = {
  get: (carrier: Readonly<Record<string, string>>, name: string) => carrier[name],
  keys: (carrier: Readonly<Record<string, string>>) => Object.keys(carrier),
}

/**
 * Records the spans of this process with the SDK of OpenTelemetry and exports them in batches. The SDK is not registered
 * as the global one, so no library adds its spans. `close` exports what is left.
 */
export function recordWithOpenTelemetry(settings: TelemetrySettings, exporter: SpanExporter) {
  // The exporter itself ends and reports each export within `timeoutMs`, so the limit of the processor is longer.
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(settings.resource)),
    sampler: createSampler(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 2 * settings.timeoutMs })],
  })
  const contexts = new AsyncLocalStorage<() => Context>()
  const tracer = provider.getTracer('parley')
  const stop = recordSpans((start) => beginIn(contexts, tracer, start))
  return {
    async close(): Promise<void> {
      stop()
      // A receiver that is away must not hold up the stop; the exporter has reported it.
      await provider.shutdown().catch(() => {})
    },
  }
}

function beginIn(contexts: AsyncLocalStorage<() => Context>, tracer: Tracer, start: SpanStart): Span {
  const { name, kind, attributes = {}, remote } = start
  const active = contexts.getStore()?.() ?? ROOT_CONTEXT
  // What the service does by a timer is no trace: leases, deliveries, housekeeping.
  if (kind === 'client' && active === ROOT_CONTEXT) return NO_SPAN
  const parent = remote ? new W3CTraceContextPropagator().extract(active, remote, HEADERS) : active
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent)
  // Most spans, such as those of statements, have no child spans and need no context.
  let context: Context | undefined
  const contextOf = () => (context ??= trace.setSpan(parent, span))
  return {
    set: (more) => void span.setAttributes({ ...more }),
    within: (work) => contexts.run(contextOf, work),
    end(errorType) {
      if (!span.isRecording()) return
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

function createSampler({ sampler, samplerRatio }: TelemetrySettings): Sampler {
  const [, isParentBased, rule] = /^(parentbased_)?(.+)$/.exec(sampler) ?? []
  const root = createRootSampler(rule, samplerRatio)
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

function createRootSampler(rule: string | undefined, ratio: number): Sampler {
  if (rule === 'always_off') return new AlwaysOffSampler()
  return rule === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}
