import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'

const Value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.number().int() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({
    arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }),
  }),
])
const Attributes = z.array(z.strictObject({ key: z.string().min(1), value: Value }))
const time = z.string().regex(/^\d{19}$/)

/** A span as OTLP's JSON spells it (opentelemetry-proto, trace/v1). */
const ReceivedSpan = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  traceState: z.string().optional(),
  flags: z.number().int().optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(3),
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  attributes: Attributes,
  droppedAttributesCount: z.literal(0),
  events: z.array(z.never()),
  droppedEventsCount: z.literal(0),
  links: z.array(z.never()),
  droppedLinksCount: z.literal(0),
  status: z.strictObject({ code: z.number().int() }),
})
const Scope = z.strictObject({ name: z.literal('parley'), version: z.string().optional() })
const Resource = z.strictObject({ attributes: Attributes, droppedAttributesCount: z.literal(0) })
const ScopeSpans = z.strictObject({
  scope: Scope,
  spans: z.array(ReceivedSpan).min(1),
  schemaUrl: z.string().optional(),
})
const TraceRequest = z.strictObject({
  resourceSpans: z
    .array(
      z.strictObject({
        resource: Resource,
        scopeSpans: z.array(ScopeSpans).min(1),
        schemaUrl: z.string().optional(),
      }),
    )
    .min(1),
})

export type ReceivedSpan = z.infer<typeof ReceivedSpan>

export type TraceReceiver = {
  readonly url: string
  /** The spans of all accepted requests. */
  readonly spans: ReceivedSpan[]
  /** Attributes of the service, of the last request. */
  readonly resource: () => Record<string, unknown>
  /** The text of all accepted requests. */
  readonly text: () => string
  readonly headers: IncomingHttpHeaders[]
  /** What happens to the next requests in place of accepting them. */
  readonly faults: ((response: ServerResponse) => void)[]
  /** Takes bodies in place of the checks. */
  takeBytes: ((bytes: Buffer, headers: IncomingHttpHeaders) => void) | null
  /** Requests that do not follow OTLP, with what is wrong. */
  readonly refusals: string[]
  readonly close: () => Promise<void>
}

/** Starts a receiver of traces that accepts OTLP in JSON, checks each field, and scripts its faults. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const faults: TraceReceiver['faults'] = []
  const refusals: string[] = []
  let resource: Record<string, unknown> = {}
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const fault = faults.shift()
    if (fault) return fault(response)
    if (receiver.takeBytes) {
      receiver.takeBytes(bytes, request.headers)
      response.writeHead(200).end()
      return
    }
    headers.push(request.headers)
    const isZipped = request.headers['content-encoding'] === 'gzip'
    const text = (isZipped ? gunzipSync(bytes) : bytes).toString()
    const isRight = request.method === 'POST' && request.url === '/v1/traces'
    const parsed = TraceRequest.safeParse(isRight ? JSON.parse(text) : null)
    if (!parsed.success) {
      refusals.push(`${request.method} ${request.url}: ${z.prettifyError(parsed.error)}`)
      response.writeHead(400).end()
      return
    }
    texts.push(text)
    for (const part of parsed.data.resourceSpans) {
      resource = attributesOf(part.resource)
      spans.push(...part.scopeSpans.flatMap((scope) => scope.spans))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: TraceReceiver = {
    takeBytes: null,
    url: `http://127.0.0.1:${port}`,
    spans,
    resource: () => resource,
    text: () => texts.join('\n'),
    headers,
    faults,
    refusals,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Attributes as an object. */
export function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'arrayValue' in value
        ? value.arrayValue.values.map(({ stringValue }) => stringValue)
        : Object.values(value)[0],
    ]),
  )
}
