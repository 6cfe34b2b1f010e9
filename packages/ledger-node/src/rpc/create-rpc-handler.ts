import type { Chain } from '../chain/create-chain.ts'
import { createAnswerCall } from './answer-call.ts'
import { findMethod } from './find-method.ts'
import { parseRequest, type RpcFault } from './parse-request.ts'

/** An HTTP request as plain data. Header names are in lower case. */
export type RpcHttpRequest = Readonly<{
  method: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: string
}>

/** An HTTP reply as plain data. Header names are in lower case. */
export type RpcHttpReply = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}>

export const MAX_BODY_BYTES = 1024 * 1024
/** What methods that throw or refuse are answered with. */
const SERVER_ERROR = -32000

const JSON_TYPE = 'application/json; charset=utf-8'
const JSON_HEADERS = { 'content-type': JSON_TYPE }
const DISPATCHED_HEADERS = { 'x-content-type-options': 'nosniff', ...JSON_HEADERS }

/**
 * Makes the function that answers the interface over HTTP, exactly as the original network does: 405 for
 * other methods than POST, 415 for other types than JSON, 413 for a body over 1 MiB; everything else is 200,
 * with a reply of the keys jsonrpc, result or error, id, in this order, and a newline; an empty body for a
 * request without id, unless it cannot be parsed.
 *
 * @param network asked for its chain on every request, so that it may be replaced
 */
export function createRpcHandler(network: () => Chain): (request: RpcHttpRequest) => RpcHttpReply {
  const answerCall = createAnswerCall()

  return ({ method, headers, body }) => {
    if (method !== 'POST') return refuseMethod(method)
    const type = mediaType(headers['content-type'])
    if (type.toLowerCase() !== 'application/json') {
      return plainReply(415, `rpc: unrecognized Content-Type: ${type}`)
    }
    if (body.length > MAX_BODY_BYTES || Buffer.byteLength(body) > MAX_BODY_BYTES) return tooLarge()

    const request = parseRequest(body)
    if ('fault' in request) {
      return request.isSilent ? SILENCE : errorReply(request.fault, request.id, JSON_HEADERS)
    }
    const found = findMethod(request.method)
    if ('error' in found) return serverError(found.error, request.id, JSON_HEADERS)
    const outcome = answerCall(network(), found.method, request.params)
    if ('error' in outcome) return serverError(outcome.error, request.id, DISPATCHED_HEADERS)
    if (request.id === undefined) return DISPATCHED_SILENCE
    const reply = `{"jsonrpc":"2.0","result":${outcome.result},"id":${request.id}}\n`
    return { status: 200, headers: DISPATCHED_HEADERS, body: reply }
  }
}

/** The reply to a body over the cap. */
export function tooLarge(): RpcHttpReply {
  return plainReply(413, `rpc: request body over ${MAX_BODY_BYTES} bytes`)
}

/** A reply of plain text. */
export function plainReply(status: number, body: string): RpcHttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

const SILENCE: RpcHttpReply = { status: 200, headers: {}, body: '' }
const DISPATCHED_SILENCE: RpcHttpReply = {
  status: 200,
  headers: { 'x-content-type-options': 'nosniff' },
  body: '',
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

type ReplyHeaders = RpcHttpReply['headers']

function serverError(message: string, id: string | undefined, headers: ReplyHeaders): RpcHttpReply {
  if (id === undefined) return headers === DISPATCHED_HEADERS ? DISPATCHED_SILENCE : SILENCE
  return errorReply({ code: SERVER_ERROR, message, data: 'null' }, id, headers)
}

function errorReply(fault: RpcFault, id: string | undefined, headers: ReplyHeaders): RpcHttpReply {
  const error = `{"code":${fault.code},"message":${JSON.stringify(fault.message)},"data":${fault.data}}`
  return { status: 200, headers, body: `{"jsonrpc":"2.0","error":${error},"id":${id ?? 'null'}}\n` }
}
