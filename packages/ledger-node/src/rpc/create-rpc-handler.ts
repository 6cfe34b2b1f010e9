import type { Chain } from '../chain/create-chain.ts'
import { createAnswerCall } from './answer-call.ts'
import { readCall } from './read-call.ts'
import { faultText, methodReply, serverFault } from './replies.ts'

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

/**
 * Makes the function that answers the interface over HTTP, exactly as the original network does: what is no
 * call as readCall says; a call with a reply of the keys jsonrpc, result or error, id, in this order, and a
 * newline; an empty body for one without id.
 *
 * @param network asked for its chain on every request, so that it may be replaced
 */
export function createRpcHandler(network: () => Chain): (request: RpcHttpRequest) => RpcHttpReply {
  const answerCall = createAnswerCall()

  return (request) => {
    const call = readCall(request)
    if ('reply' in call) return call.reply
    const outcome = answerCall(network(), call.method, call.params)
    return 'error' in outcome
      ? methodReply('error', faultText(serverFault(outcome.error)), call.id)
      : methodReply('result', outcome.result, call.id)
  }
}
