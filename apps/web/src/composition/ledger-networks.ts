import { join } from 'node:path'
import { isAppError } from '@parley/errors'
import { CHAIN_NETWORK, createLedgerClient } from '@parley/ledger'
import type { LedgerOrigin, LookUp } from '@parley/ledger-index'
import {
  type AskNode,
  createGatewayHandler,
  createRpcHandler,
  openNetwork,
  type RpcHttpReply,
  type RpcHttpRequest,
} from '@parley/ledger-node'
import type { Egress } from '@parley/net'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'

/** A ledger network of this installation. */
type LedgerNetwork = {
  readonly name: string
  /** Handles the JSON-RPC interface. */
  readonly answer: (request: RpcHttpRequest) => RpcHttpReply | Promise<RpcHttpReply>
  /** The origin of its blocks, for followers. */
  readonly origin: LedgerOrigin
}

type NetworkDeps = {
  readonly egress: Egress
  readonly log: Logger
  /** Called with each record that a client looked up at a node. Must not throw. */
  readonly onLookUp: (network: string, lookUp: LookUp) => void
}

/** The default network first. */
export type LedgerNetworks = readonly [LedgerNetwork, ...LedgerNetwork[]]

/**
 * Opens the ledger networks: the operator's nodes, and the local network unless one of them is the default.
 * Throws InvalidNetworkError when the local network's files are invalid.
 */
export function openLedgerNetworks(settings: Settings, deps: NetworkDeps): LedgerNetworks {
  const remote = settings.ledgerNodes.map((node) => openNode(node, settings, deps))
  const others = remote.filter(({ name }) => name !== 'default')
  return [remote.find(({ name }) => name === 'default') ?? openLocal(settings, deps), ...others]
}

function openNode(
  { name, rpcUrl }: Settings['ledgerNodes'][number],
  { ledgerWatch }: Settings,
  { egress, log, onLookUp }: NetworkDeps,
): LedgerNetwork {
  const { fetch } = egress.for('ledger')
  const client = createLedgerClient({ rpcUrl, fetch })
  const onResult = (lookUp: LookUp) => onLookUp(name, lookUp)
  return {
    name,
    answer: createGatewayHandler(askOver(egress, rpcUrl + CHAIN_NETWORK.path, log), { onResult }),
    origin: { kind: 'node', client, watchedAddresses: ledgerWatch },
  }
}

function openLocal(settings: Settings, { log }: NetworkDeps): LedgerNetwork {
  const network = openNetwork({
    folder: join(settings.dataDirectory, 'ledger'),
    onFault: (err) => log.error({ err }, 'the ledger network cannot be read'),
  })
  return {
    name: 'local',
    answer: createRpcHandler(network.chain),
    origin: { kind: 'local', chain: network.chain },
  }
}

function askOver(egress: Egress, url: string, log: Logger): AskNode {
  const { send } = egress.for('ledger')
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return async (body) => {
    try {
      const reply = await send(url, { method: 'POST', headers, body, redirect: 'error' })
      return { status: reply.status, body: await reply.body.text() }
    } catch (err) {
      log.warn({ err }, 'a ledger node gave no answer')
      return {
        failure: isAppError(err) ? err.message : 'The ledger node could not be reached. Try again later.',
      }
    }
  }
}
