import type { RpcFault } from './parse-request.ts'
import type { RpcHttpReply } from './rpc-http.ts'

/** The error code of a call that its method refuses. */
const SERVER_ERROR = -32000

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const CALL_HEADERS = { 'x-content-type-options': 'nosniff', ...JSON_HEADERS }

/** The reply to a notification that names no method. */
export const NOTIFICATION_REPLY: RpcHttpReply = { status: 200, headers: {}, body: '' }
/** The reply to a notification whose method was called. */
export const CALLED_NOTIFICATION_REPLY: RpcHttpReply = {
  status: 200,
  headers: { 'x-content-type-options': 'nosniff' },
  body: '',
}

/** The reply of a method. `member` is the JSON text of its result or error object, `id` that of the id. */
export function methodReply(kind: 'result' | 'error', member: string, id: string | undefined): RpcHttpReply {
  if (id === undefined) return CALLED_NOTIFICATION_REPLY
  const body = `{"jsonrpc":"2.0","${kind}":${member},"id":${id}}\n`
  return { status: 200, headers: CALL_HEADERS, body }
}

/** The reply to a valid request that names no method. */
export function noMethodReply(message: string, id: string | undefined): RpcHttpReply {
  return id === undefined ? NOTIFICATION_REPLY : faultReply(serverFault(message), id)
}

/** The reply to an invalid request. */
export function faultReply(fault: RpcFault, id: string | undefined): RpcHttpReply {
  const body = `{"jsonrpc":"2.0","error":${faultText(fault)},"id":${id ?? 'null'}}\n`
  return { status: 200, headers: JSON_HEADERS, body }
}

/** Returns the fault of a method that refuses a call. */
export function serverFault(message: string): RpcFault {
  return { code: SERVER_ERROR, message, data: 'null' }
}

/** Writes a fault as the error object of a reply. */
export function faultText({ code, message, data }: RpcFault): string {
  return `{"code":${code},"message":${JSON.stringify(message)},"data":${data}}`
}

/** Returns a plain-text reply. */
export function plainReply(status: number, body: string): RpcHttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}
