import { join } from 'node:path'
import { readBody } from '@parley/api'
import { isAppError } from '@parley/errors'
import { createRpcHandler, openNetwork } from '@parley/ledger-node'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'
import type { Mount } from '../shell/create-shell.ts'
import { receiveBody } from '../shell/receive-body.ts'

/** Answers the ledger's JSON-RPC interface at `/api/chainapi` from the local network, in this process. */
export function mountLedger(settings: Settings, log: Logger): Mount {
  const network = openNetwork({
    folder: join(settings.dataDirectory, 'ledger'),
    onFault: (err) => log.error({ err }, 'the ledger network cannot be read'),
  })
  const answer = createRpcHandler(network.chain)
  return async (incoming, outgoing) => {
    try {
      const body = Buffer.from(await readBody(receiveBody(incoming))).toString('utf8')
      const reply = answer({ method: incoming.method ?? 'GET', headers: incoming.headers, body })
      outgoing.writeHead(reply.status, reply.headers).end(reply.body)
    } catch (error) {
      const status = isAppError(error) && error.code === 'too_large' ? 413 : 400
      outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      outgoing.end('rpc: the request body cannot be read')
    }
  }
}
