import { readBody } from '@parley/api'
import { isAppError } from '@parley/errors'
import type { RpcHttpReply } from '@parley/ledger-node'
import type { Mount } from '../shell/create-shell.ts'
import { receiveBody } from '../shell/receive-body.ts'
import { SHELL_TIMES } from '../shell/shell-times.ts'
import { writeReply } from '../shell/write-reply.ts'
import type { LedgerNetworks } from './ledger-networks.ts'

/**
 * Handles the ledger's JSON-RPC interface: the default network at `/api/chainapi`, each network at
 * `/api/chainapi/<name>`.
 */
export function mountLedger(networks: LedgerNetworks): Mount {
  const [standard] = networks
  return async (incoming, outgoing) => {
    const [, name = ''] = /^\/api\/chainapi\/?([^?]*)/.exec(incoming.url ?? '') ?? []
    const network = name === '' ? standard : networks.find((candidate) => candidate.name === name)
    if (!network) return send(plainReply(404, 'rpc: there is no ledger network of this name'))
    try {
      const bytes = await readBody(receiveBody(incoming), incoming.headers['content-length'])
      const body = Buffer.from(bytes).toString('utf8')
      await send(await network.answer({ method: incoming.method ?? 'GET', headers: incoming.headers, body }))
    } catch (error) {
      if (!isAppError(error)) throw error
      outgoing.shouldKeepAlive = false
      await send(plainReply(error.code === 'too_large' ? 413 : 400, 'rpc: the request body cannot be read'))
    }

    function send(reply: RpcHttpReply): Promise<void> {
      return writeReply({ request: incoming, response: outgoing, times: SHELL_TIMES }, reply)
    }
  }
}

const CODES = { 400: 'invalid_request', 404: 'not_found', 413: 'too_large' } as const

function plainReply(status: keyof typeof CODES, body: string): RpcHttpReply {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-error-code': CODES[status] }
  return { status, headers, body }
}
