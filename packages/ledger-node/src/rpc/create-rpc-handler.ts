import type { Chain } from '../chain/create-chain.ts'
import { createCallHandler } from './handle-call.ts'
import { readCall } from './read-call.ts'
import { faultText, methodReply, serverFault } from './replies.ts'
import type { RpcHttpReply, RpcHttpRequest } from './rpc-http.ts'

/**
 * Creates the handler of the interface over HTTP. Its replies equal those of the original network: a call gets the keys
 * jsonrpc, result or error, and id, in this order, and a newline; a notification gets an empty body; `readCall`
 * handles all other requests.
 *
 * @param network called on every request, so that the chain may be replaced
 */
export function createRpcHandler(network: () => Chain): (request: RpcHttpRequest) => RpcHttpReply {
  const handleCall = createCallHandler()

  return (request) => {
    const call = readCall(request)
    if ('reply' in call) return call.reply
    const outcome = handleCall(network(), call.method, call.params)
    return 'error' in outcome
      ? methodReply('error', faultText(serverFault(outcome.error)), call.id)
      : methodReply('result', outcome.result, call.id)
  }
}
