import * as z from 'zod'
import { optional, type ValuesOf, variable } from './read-variables.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** The variables of OpenTelemetry (opentelemetry.io, "SDK environment variables") that the service follows. */
export const TELEMETRY_VARIABLES = {
  isDisabled: variable(
    'OTEL_SDK_DISABLED',
    z
      .string()
      .default('false')
      .transform((value) => value.toLowerCase() === 'true'),
  ),
  exporter: variable(
    'OTEL_TRACES_EXPORTER',
    z.enum(['otlp', 'none'], { error: 'must be otlp or none.' }).default('otlp'),
  ),
  endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl()),
  tracesEndpoint: optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl()),
  protocol: optional('OTEL_EXPORTER_OTLP_PROTOCOL', protocol()),
  tracesProtocol: optional('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', protocol()),
  headers: variable('OTEL_EXPORTER_OTLP_HEADERS', pairs()),
  tracesHeaders: variable('OTEL_EXPORTER_OTLP_TRACES_HEADERS', pairs()),
  timeoutMs: variable(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    z.coerce.number().int().min(100).max(60_000).default(10_000),
  ),
  compression: variable('OTEL_EXPORTER_OTLP_COMPRESSION', z.enum(['none', 'gzip']).default('none')),
  serviceName: variable('OTEL_SERVICE_NAME', z.string().min(1).default('parley')),
  resource: variable('OTEL_RESOURCE_ATTRIBUTES', pairs()),
  sampler: variable('OTEL_TRACES_SAMPLER', z.enum(SAMPLERS).default('parentbased_always_on')),
  samplerRatio: variable('OTEL_TRACES_SAMPLER_ARG', z.coerce.number().min(0).max(1).default(1)),
}

/** Where traces are sent, and which. */
export type TelemetrySettings = {
  /** The whole address that takes traces. */
  readonly url: string
  readonly format: 'json' | 'protobuf'
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Time for one export with its retries. */
  readonly timeoutMs: number
  readonly isCompressed: boolean
  /** Attributes of the service, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: (typeof SAMPLERS)[number]
  /** Share of the traces, for a sampler by ratio. */
  readonly samplerRatio: number
}

/** Returns null where no endpoint is named, or traces are switched off. */
export function readTelemetry(values: ValuesOf<typeof TELEMETRY_VARIABLES>): TelemetrySettings | null {
  const { endpoint, tracesEndpoint, headers, tracesHeaders, timeoutMs, sampler, samplerRatio } = values
  const url = tracesEndpoint ?? (endpoint && `${endpoint.replace(/\/+$/, '')}/v1/traces`)
  if (url === null || values.isDisabled || values.exporter === 'none') return null
  const lowered = Object.entries({ ...headers, ...tracesHeaders }).map(([name, value]) => {
    return [name.toLowerCase(), value] as const
  })
  return {
    url,
    format: (values.tracesProtocol ?? values.protocol) === 'http/json' ? 'json' : 'protobuf',
    headers: Object.fromEntries(lowered),
    timeoutMs,
    isCompressed: values.compression === 'gzip',
    resource: { ...values.resource, 'service.name': values.serviceName },
    sampler,
    samplerRatio,
  }
}

function httpUrl() {
  return z.url({ protocol: /^https?$/, error: 'must be an http or https address.' })
}

function protocol() {
  const error = 'must be http/protobuf or http/json; gRPC is not supported.'
  return z.enum(['http/protobuf', 'http/json'], { error })
}

/** `name=value` pairs, separated by commas; values are percent-encoded. */
function pairs() {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text.split(',').filter((entry) => entry.trim() !== '')
      return Object.fromEntries(entries.flatMap((entry) => readPair(entry, context)))
    })
}

function readPair(entry: string, context: z.RefinementCtx): [string, string][] {
  const at = entry.indexOf('=')
  const name = entry.slice(0, Math.max(at, 0)).trim()
  try {
    if (name !== '') return [[name, decodeURIComponent(entry.slice(at + 1).trim())]]
  } catch {
    // The sentence below names what is wrong.
  }
  context.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas.' })
  return []
}
