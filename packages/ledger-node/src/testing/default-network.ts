import { type Chain, createChain, createDefaultScript, DEFAULT_GENESIS } from '../index.ts'
import type { RpcHttpReply, RpcHttpRequest } from '../rpc/rpc-http.ts'
import { START } from './small-network.ts'

/** A height after every transaction of the default script. */
export const AFTER_SCRIPT = 86_400

/** Returns the default network at a height. */
export function defaultNetwork(height = AFTER_SCRIPT): Chain {
  const script = createDefaultScript(DEFAULT_GENESIS, START)
  return createChain({ genesis: DEFAULT_GENESIS, script, now: () => START + height * 3000 })
}

/** Sends a body as JSON by POST. */
export function post(handle: (request: RpcHttpRequest) => RpcHttpReply, body: string): RpcHttpReply {
  return handle({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
