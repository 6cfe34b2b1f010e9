import * as z from 'zod'
import { backgroundReply } from '../background-run.ts'
import { FILE_FORMATS } from '../data-source-kinds.ts'
import type { Endpoint } from '../endpoint.ts'
import { envelopeSchema } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { hasPages } from '../page.ts'
import { exampleOf } from './example-of.ts'
import { failureReferences, failuresOf, REQUEST_ID, VERSION } from './failures.ts'
import { type Components, type SchemaNode, toSchema } from './json-schema.ts'
import { samplesOfEndpoint } from './samples/write-samples.ts'

/** One operation of the contract as the document shows it. */
export function describeOperation(endpoint: Endpoint, components: Components): SchemaNode {
  const parameters = [
    ...describeParameters(endpoint.params, 'path', components),
    ...describeParameters(endpoint.query, 'query', components),
    ...describeHeaders(endpoint, components),
    ...(endpoint.runsInBackground ? [PREFER] : []),
    ...(endpoint.method === 'PATCH' && endpoint.version ? [IF_MATCH] : []),
    ...(acceptsKey(endpoint) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ]
  const hasBody = Object.keys(endpoint.body.shape).length > 0
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.isAddition && { 'x-addition': true }),
    ...(endpoint.scopes && { 'x-scopes': [...endpoint.scopes] }),
    security: endpoint.audience === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: { required: true, content: describeBody(endpoint, components) } }),
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ...REQUEST_ID,
          ...(endpoint.version && VERSION),
          ...(hasPages(endpoint) && { Link: NEXT_PAGE }),
        },
        content: describeReply(endpoint, components),
      },
      ...(endpoint.runsInBackground && { 202: describeBackground(components) }),
      ...failureReferences(failuresOf(endpoint)),
    },
    'x-codeSamples': samplesOfEndpoint(endpoint, components),
  }
}

/** The reply header that names the next page (RFC 8288). */
const NEXT_PAGE: SchemaNode = {
  description: 'Where the next page is: `<…>; rel="next"`. Absent on the last page.',
  schema: { type: 'string' },
}

/** The request header that lets a run go on in the background (RFC 7240 §4.1). */
const PREFER: SchemaNode = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`respond-async` returns the id of the run at once, with status 202.',
  schema: { type: 'string', examples: ['respond-async'] },
}

/** The request header that makes a change depend on the version that its caller knows (RFC 9110 §13.1.1). */
const IF_MATCH: SchemaNode = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the record as you know it. When the record has changed since, nothing is changed and the reply is 412. A successful reply then has the new ETag.',
  schema: { type: 'string', maxLength: 1000, examples: ['"x3Jd0a8eVwZrT1bQ5kLm2g"'] },
}

function describeBackground(components: Components): SchemaNode {
  const schema = toSchema(envelopeSchema(backgroundReply), components)
  const location = { description: 'Where the events of the run are.', schema: { type: 'string' } }
  return {
    description: 'The run goes on in the background.',
    headers: { ...REQUEST_ID, Location: location },
    content: { 'application/json': { schema, example: exampleOf(schema, components) } },
  }
}

/** The request header that makes a repeated POST take effect once. */
export const IDEMPOTENCY_KEY: SchemaNode = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name that you choose for this request. A repeated request with the same key and body has no second effect: it returns the first reply, or 409 when that reply was not stored or the first request has not ended.',
  schema: { type: 'string', maxLength: 255, pattern: '^[!-~]+$', examples: ['order-2026-11-22-1'] },
}

function acceptsKey({ method, audience }: Endpoint): boolean {
  return method === 'POST' && audience !== 'public'
}

function describeParameters(
  part: z.ZodObject,
  place: 'path' | 'query',
  components: Components,
): SchemaNode[] {
  return Object.entries(part.shape).map(([name, shape]) => {
    const schema = toSchema(shape, components)
    const { description } = schema.$ref ? resolve(schema, components) : schema
    return {
      name,
      in: place,
      required: place === 'path' || !(shape instanceof z.ZodOptional),
      description,
      schema,
    }
  })
}

/** The headers that may hold a field of the query. */
function describeHeaders({ headers = {}, query }: Endpoint, components: Components): SchemaNode[] {
  return describeParameters(query, 'query', components).flatMap((parameter) => {
    const name = headers[String(parameter.name)]
    return name === undefined ? [] : [{ ...parameter, name, in: 'header' }]
  })
}

/** A reference to the schema, which becomes a component of that name. */
function named(name: string, schema: SchemaNode, components: Components): SchemaNode {
  components.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

/** `AgentCreate` for `agent.create`. */
function titleOf({ name }: Endpoint): string {
  return name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function resolve({ $ref }: SchemaNode, components: Components): SchemaNode {
  return components.get(String($ref).replace('#/components/schemas/', '')) as SchemaNode
}

function describeBody(endpoint: Endpoint, components: Components): SchemaNode {
  const schema = named(`${titleOf(endpoint)}Request`, toSchema(endpoint.body, components), components)
  const json = { 'application/json': { schema, example: endpoint.example ?? exampleOf(schema, components) } }
  return endpoint.isUpload ? { ...json, 'multipart/form-data': { schema: UPLOAD } } : json
}

const UPLOAD: SchemaNode = {
  type: 'object',
  description: 'Send the fields before the file. A missing name or format is read from the name of the file.',
  properties: {
    name: { type: 'string', maxLength: LIMITS.nameLength, description: 'The name of the data source.' },
    description: {
      type: 'string',
      maxLength: LIMITS.descriptionLength,
      description: 'What the data is about; it helps models find it.',
    },
    format: { type: 'string', enum: FILE_FORMATS, description: 'The format of the file.' },
    file: { type: 'string', format: 'binary', description: `The file, at most ${LIMITS.uploadBytes} bytes.` },
  },
  required: ['file'],
}

function describeReply(endpoint: Endpoint, components: Components): SchemaNode {
  const schema = named(
    `${titleOf(endpoint)}Reply`,
    toSchema(envelopeSchema(endpoint.reply), components),
    components,
  )
  const json = { 'application/json': { schema, example: exampleOf(schema, components) } }
  if (!endpoint.events) return json
  const event = toSchema(endpoint.events, components)
  return { ...json, 'text/event-stream': { schema: describeEvents(event, schema) } }
}

/** The data of one event: the events of the operation, and the two that can end every stream. */
function describeEvents(event: SchemaNode, message: SchemaNode): SchemaNode {
  return {
    description:
      'The data of one server-sent event; the event has the name of its type. The stream ends with the event `message`, whose data is the reply of a plain call, or with the event `error`.',
    anyOf: [event, message, { $ref: '#/components/schemas/StreamError' }],
  }
}
