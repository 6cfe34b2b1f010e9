import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { EgressClient } from '@parley/net'
import type { TelemetrySettings } from '../read-telemetry.ts'

type Receiver = {
  readonly send: EgressClient['send']
  /** Called at most once a minute. */
  readonly onFailure: (error: unknown) => void
}

/** Statuses after which the specification of OTLP has a client try again. */
const RETRIED = new Set([429, 502, 503, 504])
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
const BETWEEN_REPORTS_MS = 60_000

/** The codes of `ExportResultCode`. */
const SUCCESS = 0
const FAILED = 1

const compress = promisify(gzip)

/** Sends spans with OTLP over HTTP, through the egress client. Spans that no attempt delivered are dropped. */
export function createSpanExporter(settings: TelemetrySettings, { send, onFailure }: Receiver): SpanExporter {
  const underWay = new Set<Promise<void>>()
  let reportedAt = Number.NEGATIVE_INFINITY

  async function deliver(spans: ReadableSpan[]): Promise<void> {
    const request = await toRequest(settings, spans)
    const signal = AbortSignal.timeout(settings.timeoutMs)
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const outcome = await attempt({ ...request, signal }).catch((error: unknown) => ({ error, waitMs: 0 }))
      if (outcome === null) return
      if (outcome.waitMs === null || signal.aborted) throw outcome.error
      // Random, so that replicas whose exports failed together do not retry together.
      const waitMs = Math.max(outcome.waitMs, pauseMs * (0.5 + Math.random()))
      await sleep(waitMs, undefined, { signal }).catch(() => {
        throw outcome.error
      })
    }
  }

  /** Returns null when the receiver has taken the spans; `waitMs` is null for a refusal. */
  async function attempt(request: Parameters<typeof send>[1]) {
    const reply = await send(settings.url, request)
    await reply.body.bytes()
    if (reply.status >= 200 && reply.status < 300) return null
    const error = new Error(`The receiver of traces answered with status ${reply.status}.`)
    return { error, waitMs: RETRIED.has(reply.status) ? retryAfterMs(reply.headers['retry-after']) : null }
  }

  function report(error: unknown): void {
    if (performance.now() - reportedAt < BETWEEN_REPORTS_MS) return
    reportedAt = performance.now()
    onFailure(error)
  }

  return {
    export(spans, onResult) {
      const work = deliver(spans)
        .then(
          () => onResult({ code: SUCCESS }),
          (error: unknown) => {
            report(error)
            onResult({ code: FAILED, error: error instanceof Error ? error : new Error(String(error)) })
          },
        )
        .finally(() => underWay.delete(work))
      underWay.add(work)
    },
    async forceFlush() {
      await Promise.all(underWay)
    },
    async shutdown() {
      await Promise.all(underWay)
    },
  }
}

/** The seconds of a Retry-After header in milliseconds; 0 without one. */
function retryAfterMs(header: string | undefined): number {
  const seconds = Number(header)
  return seconds > 0 ? seconds * 1000 : 0
}

async function toRequest({ format, headers, isCompressed }: TelemetrySettings, spans: ReadableSpan[]) {
  const serializer = format === 'json' ? JsonTraceSerializer : ProtobufTraceSerializer
  const body = serializer.serializeRequest(spans)
  if (body === undefined) throw new Error('The spans could not be written as OTLP.')
  return {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': format === 'json' ? 'application/json' : 'application/x-protobuf',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
    body: isCompressed ? await compress(body) : body,
  }
}
