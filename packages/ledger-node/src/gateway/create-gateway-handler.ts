import { LEDGER_METHODS } from '@parley/ledger'
import { NETWORK } from '../constants.ts'
import { ARGUMENT_ERROR } from '../rpc/answer.ts'
import type { RpcHttpReply, RpcHttpRequest } from '../rpc/create-rpc-handler.ts'
import { decodeParams } from '../rpc/decode-params.ts'
import { type ReadCall, readCall } from '../rpc/read-call.ts'
import { DISPATCHED_SILENCE, faultText, methodReply, serverFault } from '../rpc/replies.ts'
import { type KeyedCall, keepAnswers } from './keep-answers.ts'
import { type NodeOutcome, noAnswer, readNodeReply } from './read-node-reply.ts'

/** What came back from a node. `failure` is a sentence for the caller; it must not tell the node's address. */
export type NodeReply = { readonly status: number; readonly body: string } | { readonly failure: string }

/** Posts a body of JSON to the node and settles with its reply. Must not throw. */
export type AskNode = (body: string) => Promise<NodeReply>

export type GatewayOptions = {
  /** A clock in milliseconds, default the system's. */
  readonly now?: () => number
  /** Hears of every result that the node gave, as JSON text. Must not throw. */
  readonly onResult?: (call: KeyedCall & { readonly result: string }) => void
}

/** Calls under way at once; a node must not be crowded by those who ask the gateway. */
const MAX_UNDER_WAY = 64
/** Each call travels alone, so that one id is enough. */
const REQUEST_ID = 1

/**
 * Makes the function that answers the interface from another node. What is no call of the nine methods is
 * answered here, as a node would; a call goes to the node with the arguments the method names and nothing
 * else, and its result or error comes back as the node wrote it. A node that cannot be reached or answers
 * with something else becomes a JSON-RPC error -32001.
 */
export function createGatewayHandler(
  askNode: AskNode,
  { now = Date.now, onResult = () => {} }: GatewayOptions = {},
): (request: RpcHttpRequest) => Promise<RpcHttpReply> {
  const ask = keepAnswers(told(limited(askNode), onResult), now)

  return async (request) => {
    const call = readCall(request)
    if ('reply' in call) return call.reply
    // Nobody would hear the answer, and reading changes nothing.
    if (call.id === undefined) return DISPATCHED_SILENCE
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
