import { LEDGER_METHODS } from '@parley/ledger'
import { decodeParams } from '../rpc/decode-params.ts'
import { ARGUMENT_ERROR } from '../rpc/methods/method.ts'
import { type ReadCall, readCall } from '../rpc/read-call.ts'
import { CALLED_NOTIFICATION_REPLY, faultText, methodReply, serverFault } from '../rpc/replies.ts'
import type { RpcHttpReply, RpcHttpRequest } from '../rpc/rpc-http.ts'
import { NETWORK } from '../rules/constants.ts'
import { type NodeOutcome, type NodeReply, noAnswer, readNodeReply } from './read-node-reply.ts'
import { type KeyedCall, shareReplies } from './share-replies.ts'

/** Posts a JSON body to the node and resolves with its reply. Must not throw. */
export type AskNode = (body: string) => Promise<NodeReply>

export type GatewayOptions = {
  /** A clock in milliseconds, default the system's. */
  readonly now?: () => number
  /** Called with every result of the node, as JSON text. Must not throw. */
  readonly onResult?: (call: KeyedCall & { readonly result: string }) => void
}

/** Maximum number of simultaneous calls to the node, to protect it from the callers of the gateway. */
const MAX_UNDER_WAY = 64
/** Each call has its own HTTP request, so all may use one id. */
const REQUEST_ID = 1

/**
 * Creates the handler that serves the interface from another node. It forwards calls of the nine methods with the
 * parameters that the method names, and returns the result or the error as the node wrote it. It handles all other
 * requests itself, as a node would. An unreachable node or an invalid reply becomes the JSON-RPC error -32001.
 */
export function createGatewayHandler(
  askNode: AskNode,
  { now = Date.now, onResult = () => {} }: GatewayOptions = {},
): (request: RpcHttpRequest) => Promise<RpcHttpReply> {
  const ask = shareReplies(told(limited(askNode), onResult), now)

  return async (request) => {
    const call = readCall(request)
    if ('reply' in call) return call.reply
    // A notification has no reply, and a read has no effect.
    if (call.id === undefined) return CALLED_NOTIFICATION_REPLY
    const keyed = keyedCall(call)
    if (keyed === undefined) return methodReply('error', faultText(serverFault(ARGUMENT_ERROR)), call.id)
    const { kind, member } = await ask(keyed)
    return methodReply(kind, member, call.id)
  }
}

function keyedCall({ method, params }: ReadCall): KeyedCall | undefined {
  const decoded = decodeParams(LEDGER_METHODS[method], params)
  if (decoded === undefined) return undefined
  const given = Object.entries(decoded).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return { method, params: Object.fromEntries(given) }
}

function told(
  ask: (call: KeyedCall) => Promise<NodeOutcome>,
  onResult: NonNullable<GatewayOptions['onResult']>,
): (call: KeyedCall) => Promise<NodeOutcome> {
  return async (call) => {
    const outcome = await ask(call)
    if (outcome.isAnswer && outcome.kind === 'result') onResult({ ...call, result: outcome.member })
    return outcome
  }
}

function limited(askNode: AskNode): (call: KeyedCall) => Promise<NodeOutcome> {
  let underWay = 0
  return async (call) => {
    if (underWay >= MAX_UNDER_WAY) return noAnswer('The ledger gateway is busy; ask again shortly.')
    underWay++
    try {
      return readNodeReply(await askNode(requestBody(call)), REQUEST_ID)
    } finally {
      underWay--
    }
  }
}

function requestBody({ method, params }: KeyedCall): string {
  const name = NETWORK.methodPrefix + method
  return JSON.stringify({ jsonrpc: '2.0', id: REQUEST_ID, method: name, params })
}
