import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { envelopeSchema, Failure } from './envelope.ts'
import { BASE_PATH } from './service.ts'

type Json = Record<string, unknown>

/** Statuses any operation can answer with, beyond its own success (decisions.md, "Envelope and HTTP status"). */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'The request is not valid; the message says which field and why.',
  401: 'No, an unknown, a revoked or an expired credential.',
  403: 'The credential may not do this.',
  404: 'There is no such record among yours.',
  409: 'The state of the record forbids this now.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests; Retry-After says when to come back.',
  500: 'A fault of the service; X-Request-Id names the request.',
  502: 'A model, registry or ledger node refused or broke.',
  503: 'Overloaded or stopping; Retry-After says when to come back.',
  504: 'A model, registry or ledger node did not answer in time.',
}

/** The OpenAPI 3.1 document of the REST interface, derived from the endpoint table. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of ENDPOINTS) {
    if (endpoint.path === null) continue
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley conversational API',
      version: '1',
      description:
        'Combine language models with tools into agents, talk to them in sessions or by stateless calls, read the trace of every answer. Success is always 200; every failure has the same body.',
    },
    servers: [{ url: BASE_PATH }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret of an API key, or an access token.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: toSchema(Failure) } } },
        ]),
      ),
    },
  }
}

function describeOperation(endpoint: Endpoint): Json {
  const parameters = [
    ...describeParameters(endpoint.params, 'path'),
    ...describeParameters(endpoint.query, 'query'),
  ]
  const hasBody = Object.keys(endpoint.body.shape).length > 0
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.isAddition && { 'x-addition': true }),
    ...(endpoint.audience !== 'public' && { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: { required: true, content: describeBody(endpoint) } }),
    responses: {
      200: { description: 'Done.', content: describeReply(endpoint) },
      ...Object.fromEntries(
        Object.keys(FAILURES).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  }
}

function describeParameters(part: z.ZodObject, place: 'path' | 'query'): Json[] {
  return Object.entries(part.shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !(schema instanceof z.ZodOptional),
    schema: toSchema(schema),
  }))
}

function describeBody(endpoint: Endpoint): Json {
  const json = { 'application/json': { schema: toSchema(endpoint.body) } }
  if (!endpoint.isUpload) return json
  const properties = {
    name: { type: 'string' },
    format: { type: 'string' },
    file: { type: 'string', format: 'binary' },
  }
  return { ...json, 'multipart/form-data': { schema: { type: 'object', properties, required: ['file'] } } }
}

function describeReply(endpoint: Endpoint): Json {
  const json = { 'application/json': { schema: toSchema(envelopeSchema(endpoint.reply)) } }
  return endpoint.events ? { ...json, 'text/event-stream': { schema: toSchema(endpoint.events) } } : json
}

function toSchema(schema: unknown): Json {
  // Shapes hold schemas of the library's core type; the converter takes exactly that.
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.core.$ZodType, { io: 'input' })
  return rest
}
