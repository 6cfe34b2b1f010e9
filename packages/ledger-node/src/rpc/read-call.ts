import type { LedgerMethodName } from '@parley/ledger'
import { findMethod } from './find-method.ts'
import { parseRequest } from './parse-request.ts'
import { faultReply, NOTIFICATION_REPLY, noMethodReply, plainReply } from './replies.ts'
import type { RpcHttpReply, RpcHttpRequest } from './rpc-http.ts'

export const MAX_BODY_BYTES = 1024 * 1024

/** A call of one of the nine methods. `id` is its source text, undefined for a notification. */
export type ReadCall = Readonly<{ method: LedgerMethodName; params: unknown; id: string | undefined }>

/**
 * Reads a request of the interface. Returns the call, or the reply to a request that reaches no method: 405 for another
 * HTTP method than POST, 415 for another type than JSON, 413 for a body over 1 MiB, and 200 for all others.
 */
export function readCall({ method, headers, body }: RpcHttpRequest): ReadCall | { reply: RpcHttpReply } {
  if (method !== 'POST') return { reply: refuseMethod(method) }
  const type = mediaType(headers['content-type'])
  if (type.toLowerCase() !== 'application/json') {
    return { reply: plainReply(415, `rpc: unrecognized Content-Type: ${type}`) }
  }
  if (body.length > MAX_BODY_BYTES || Buffer.byteLength(body) > MAX_BODY_BYTES) return { reply: tooLarge() }

  const request = parseRequest(body)
  if ('fault' in request) {
    return { reply: request.isNotification ? NOTIFICATION_REPLY : faultReply(request.fault, request.id) }
  }
  const found = findMethod(request.method)
  if ('error' in found) return { reply: noMethodReply(found.error, request.id) }
  return { method: found.method, params: request.params, id: request.id }
}

/** The reply to a body over 1 MiB. */
export function tooLarge(): RpcHttpReply {
  return plainReply(413, `rpc: request body over ${MAX_BODY_BYTES} bytes`)
}

function refuseMethod(method: string): RpcHttpReply {
  const reply = plainReply(405, `rpc: POST method required, received ${method}`)
  return { ...reply, headers: { ...reply.headers, allow: 'POST' } }
}

function mediaType(header: string | readonly string[] | undefined): string {
  const text = typeof header === 'string' ? header : (header?.[0] ?? '')
  const end = text.indexOf(';')
  return end === -1 ? text : text.slice(0, end)
}
