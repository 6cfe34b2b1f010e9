import { buildOpenApi } from '@parley/contract'
import { AppError } from '@parley/errors'
import { replyError } from './reply.ts'
import type { RestReply, RestRequest } from './rest-request.ts'

/** Made when it is first read: a start does not need it. */
let document: string | null = null

/** Serves the OpenAPI document without authentication: `GET {base_url}/openapi.json`. */
export function replyDocument(request: RestRequest): RestReply {
  if (request.method !== 'GET') {
    return replyError(new AppError('method_not_allowed', 'This path answers GET, HEAD.'), {
      allow: 'GET, HEAD',
    })
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
  }
  document ??= JSON.stringify(buildOpenApi())
  return { status: 200, headers, body: document }
}
