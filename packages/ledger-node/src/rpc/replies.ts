import type { RpcHttpReply } from './create-rpc-handler.ts'
import type { RpcFault } from './parse-request.ts'

/** The error texts of methods that throw or refuse. */
const SERVER_ERROR = -32000

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const DISPATCHED_HEADERS = { 'x-content-type-options': 'nosniff', ...JSON_HEADERS }

/** The reply to a request without an id that reached no method. */
export const SILENCE: RpcHttpReply = { status: 200, headers: {}, body: '' }
/** The reply to a request without an id that reached its method. */
export const DISPATCHED_SILENCE: RpcHttpReply = {
  status: 200,
  headers: { 'x-content-type-options': 'nosniff' },
  body: '',
}

/** The reply of a method. `member` is the JSON text of its result or of its error object, `id` of the id. */
export function methodReply(kind: 'result' | 'error', member: string, id: string | undefined): RpcHttpReply {
  if (id === undefined) return DISPATCHED_SILENCE
  const body = `{"jsonrpc":"2.0","${kind}":${member},"id":${id}}\n`
  return { status: 200, headers: DISPATCHED_HEADERS, body }
}

/** The reply to a valid request that names no method. */
export function noMethodReply(message: string, id: string | undefined): RpcHttpReply {
  return id === undefined ? SILENCE : faultReply(serverFault(message), id)
}

/** The reply to an invalid request. */
export function faultReply(fault: RpcFault, id: string | undefined): RpcHttpReply {
  const body = `{"jsonrpc":"2.0","error":${faultText(fault)},"id":${id ?? 'null'}}\n`
  return { status: 200, headers: JSON_HEADERS, body }
}

/** The fault of a method that refuses. */
export function serverFault(message: string): RpcFault {
  return { code: SERVER_ERROR, message, data: 'null' }
}

/** A fault as the error object of a reply. */
export function faultText({ code, message, data }: RpcFault): string {
  return `{"code":${code},"message":${JSON.stringify(message)},"data":${data}}`
}

/** A reply of plain text. */
export function plainReply(status: number, body: string): RpcHttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}
