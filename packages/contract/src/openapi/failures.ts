import type { Endpoint, FailureStatus } from '../endpoint.ts'
import { Failure } from '../envelope.ts'
import { type Components, type SchemaNode, toSchema } from './json-schema.ts'

const DESCRIPTIONS: Readonly<Record<FailureStatus, string>> = {
  400: 'The request is not valid. The message names every wrong field and what it must be.',
  401: 'The credential is missing, unknown, revoked or expired.',
  403: 'The credential may not do this. The message names the scope that an API key lacks.',
  404: 'You have no such record.',
  409: 'The state of the record forbids this now, or the Idempotency-Key is in use.',
  412: 'The record has changed since the version of If-Match.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests. Retry-After says when to try again.',
  500: 'The service failed. X-Request-Id names the request in its log.',
  502: 'A model, a tool registry or a ledger node refused the request or failed.',
  503: 'The service is overloaded or stopping. Retry-After says when to try again.',
  504: 'A model, a tool registry or a ledger node did not answer in time.',
}

const RETRIED = new Set(['429', '503'])

/** The statuses an operation can fail with: those that follow from its form and those that it declares. */
export function failuresOf(endpoint: Endpoint): FailureStatus[] {
  const { audience, method, params, input, body, failures = [] } = endpoint
  const isFilled = (part: { shape: object }) => Object.keys(part.shape).length > 0
  const statuses = new Set<FailureStatus>(failures)
  if (isFilled(input)) statuses.add(400)
  if (audience !== 'public') statuses.add(401)
  if (audience !== 'public') statuses.add(403)
  if (isFilled(params)) statuses.add(404)
  if (method === 'POST' && audience !== 'public') statuses.add(409)
  if (method === 'PATCH' && endpoint.version) statuses.add(409).add(412)
  if (isFilled(body)) statuses.add(413).add(415)
  statuses.add(429).add(500).add(503)
  return [...statuses].toSorted((a, b) => a - b)
}

/** The failure responses, one per status, as components of the document. */
export function failureResponses(components: Components): SchemaNode {
  const schema = toSchema(Failure, components)
  const entries = Object.entries(DESCRIPTIONS).map(([status, description]) => {
    const headers = {
      ...REQUEST_ID,
      'X-Error-Code': { $ref: '#/components/headers/X-Error-Code' },
      ...(status === '429' && RATE_LIMITS),
      ...(RETRIED.has(status) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
    }
    const example = { status: 'error', message: description }
    return [status, { description, headers, content: { 'application/json': { schema, example } } }]
  })
  return Object.fromEntries(entries)
}

/** References to the responses of these statuses. */
export function failureReferences(statuses: readonly FailureStatus[]): SchemaNode {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]))
}

/** The header that every reply carries. */
export const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }

/** The headers that say where the caller stands with the limits that apply to the operation. */
const RATE_LIMITS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
}

/** The header with the version of a record. */
export const VERSION = { ETag: { $ref: '#/components/headers/ETag' } }

/** The headers of replies, as components of the document. */
export const HEADERS: SchemaNode = {
  'X-Request-Id': {
    description:
      'Names this request in the log of the service: the X-Request-Id of the request, where it has 1 to 128 letters, digits and characters of `_.:=+/-`, or else a UUID.',
    schema: { type: 'string', maxLength: 128 },
  },
  'X-Error-Code': {
    description: 'The kind of failure as one word, for programs. The message is for people.',
    schema: { type: 'string', examples: ['not_found'] },
  },
  ETag: {
    description: 'The version of the record, for If-Match of a later PATCH.',
    schema: { type: 'string', examples: ['"x3Jd0a8eVwZrT1bQ5kLm2g"'] },
  },
  RateLimit: {
    description:
      'What is left of each limit that applied (draft-ietf-httpapi-ratelimit-headers-10): `r` is what remains, `t` the seconds until more is granted. Also on successes of limited operations.',
    schema: { type: 'string', examples: ['"turns-per-month";r=4980;t=86400'] },
  },
  'RateLimit-Policy': {
    description:
      'The limits that applied: `q` is the quota in its unit `qu` (requests where it is absent), `w` the seconds it is granted for.',
    schema: { type: 'string', examples: ['"turns-per-month";q=5000;w=2592000'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
}
