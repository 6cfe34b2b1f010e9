import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

function read(variables: Record<string, string>) {
  return readSettings({ DATABASE_URL: 'postgresql://parley@127.0.0.1/parley', ...variables }).telemetry
}

const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://traces.example:4318/otlp/'

test('traces are not sent without an endpoint', () => {
  expect(read({})).toBeNull()
  expect(read({ OTEL_SERVICE_NAME: 'analyst' })).toBeNull()
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
})

test('an endpoint is enough, and the other variables have the defaults of OpenTelemetry', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    url: 'https://traces.example:4318/otlp/v1/traces',
    format: 'protobuf',
    headers: {},
    timeoutMs: 10_000,
    isCompressed: false,
    resource: { 'service.name': 'parley' },
    sampler: 'parentbased_always_on',
    samplerRatio: 1,
  })
})

test('variables for traces win over those for every signal', () => {
  const settings = read({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://10.0.0.7:4318/spans',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'Api-Key=a%3Db, x-tenant=one',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'X-Tenant=two',
  })
  expect(settings).toMatchObject({
    url: 'http://10.0.0.7:4318/spans',
    format: 'json',
    headers: { 'api-key': 'a=b', 'x-tenant': 'two' },
  })
})

test.each([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'traces:4317' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https address/,
  ],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL: .*gRPC is not supported/],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /^OTEL_TRACES_EXPORTER: must be otlp or none/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'token' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs/],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'a=%E0%A4%A' }, /^OTEL_RESOURCE_ATTRIBUTES: must be name=value pairs/],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER: /],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG: /],
])('refuses %j with a sentence that names the variable', (variables, sentence) => {
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...variables })).toThrow(sentence)
})
