import { LedgerError } from './ledger-error.ts'
import { RpcErrorReply, readRpcError } from './rpc-error.ts'
import { nullable, optional } from './schema/derived.ts'
import { placeOf } from './schema/issues.ts'
import { object } from './schema/object.ts'
import { literal, Real } from './schema/scalars.ts'
import { readValue } from './schema/schema.ts'
import type { LedgerTransport, RpcRequest } from './transport.ts'

/** A call without its envelope. */
type RpcCall = Readonly<{ method: string; params?: Readonly<Record<string, string>> }>

/** Sends a call and returns its result value, still unchecked. */
export type SendRequest = (call: RpcCall, signal: AbortSignal) => Promise<unknown>

const Envelope = object({
  jsonrpc: literal('2.0'),
  id: nullable(Real),
  error: optional(nullable(RpcErrorReply)),
})

/**
 * Wraps calls in numbered requests and unwraps the replies. A reply with an `error` is an error.
 *
 * @throws (from the function) LedgerError as readRpcError classifies it, and `invalid_reply` when the reply
 *   is not JSON-RPC or belongs to another call.
 */
export function createSendRequest(transport: LedgerTransport): SendRequest {
  let lastId = 0
  return async (call, signal) => {
    const request: RpcRequest = { jsonrpc: '2.0', id: ++lastId, ...call }
    const reply = await transport(request, signal)
    const envelope = readValue(Envelope, reply)
    if (envelope.issues) {
      const [issue] = envelope.issues
      throw invalidReply(`is not a JSON-RPC reply: ${placeOf('reply', issue)} ${issue.message}`)
    }
    const { id, error } = envelope.value
    // A node that cannot read the request does not have its id.
    const isMine = id === request.id || (id === null && error != null)
    if (!isMine) throw invalidReply('belongs to another call')
    if (error != null) throw readRpcError(error)
    if (!hasResult(reply)) throw invalidReply('has neither a result nor an error')
    return reply.result
  }
}

function hasResult(reply: unknown): reply is { result: unknown } {
  return typeof reply === 'object' && reply !== null && 'result' in reply
}

function invalidReply(fault: string): LedgerError {
  return new LedgerError('invalid_reply', `The reply of the ledger node ${fault}.`)
}
