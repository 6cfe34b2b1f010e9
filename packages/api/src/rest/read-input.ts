import type { Endpoint } from '@parley/contract'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { readBody } from './read-body.ts'
import { readJsonObject } from './read-json.ts'
import type { RestRequest } from './rest-request.ts'

const INTEGER = /^(?:0|[1-9][0-9]{0,9})$/

/**
 * Merges path, query and body into the input of an operation. The path comes last so that a body cannot
 * override an id. A header stands in for a field of the query where the operation says so. Numbers in path and query are digits only. Throws `invalid_request`,
 * `unsupported_media_type`, `too_large`.
 */
export async function readInput(
  endpoint: Endpoint,
  request: RestRequest,
  params: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const body = Object.keys(endpoint.body.shape).length > 0 ? await readJsonBody(request) : {}
  const query: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(endpoint.query.shape)) {
    const header = endpoint.headers?.[key]
    const value =
      request.query.get(key) ?? (header === undefined ? null : request.header(header.toLowerCase()))
    if (value !== null) query[key] = readText(schema, key, value)
  }
  const path: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(params))
    path[key] = readText(endpoint.params.shape[key], key, value)
  return { ...query, ...body, ...path }
}

async function readJsonBody(request: RestRequest): Promise<Record<string, unknown>> {
  const type = request.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as JSON: Content-Type: application/json.')
  }
  return readJsonObject(await readBody(request.body, request.header('content-length')))
}

function readText(schema: unknown, key: string, value: string): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (!(inner instanceof z.ZodNumber)) return value
  if (INTEGER.test(value)) return Number(value)
  throw new AppError('invalid_request', `${key}: must be a whole number.`)
}
