import { createHash } from 'node:crypto'
import { stringifyJson } from '@parley/ledger'
import { createRpcHandler, readBlocks } from '../index.ts'
import { defaultNetwork, post } from './default-network.ts'

/** A digest of all replies about the default network at some heights. */
export function digestOfAnswers(): string {
  const hash = createHash('sha256')
  for (const height of [0, 1, 5, 20_699, 86_400, 9_000_000, 10_000_000]) {
    const chain = defaultNetwork(height)
    const handle = createRpcHandler(() => chain)
    for (const body of questions(chain)) hash.update(post(handle, body).body)
  }
  const chain = defaultNetwork(3000)
  for (const { emission, height, readId, ...block } of readBlocks(chain, 0, 3000)) {
    hash.update(stringifyJson({ height, id: readId(), ...block, supply: emission.totalSupply }))
  }
  return hash.digest('hex')
}

function questions(chain: ReturnType<typeof defaultNetwork>): string[] {
  const ask = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: `chainvm.${method}`, params })
  const addresses = Object.values(chain.script.accounts)
  const nodes = chain.script.consensusValidators.map(({ nodeID }) => nodeID)
  return [
    ...['genesis', 'emissionInfo', 'allValidators', 'stakedValidators'].map((method) => ask(method, {})),
    ...[...chain.timeline.transactions.keys()].map((txId) => ask('tx', { txId })),
    ...[...chain.timeline.tables.assets.keys()].map((asset) => ask('asset', { asset })),
    ...addresses.map((address) => ask('balance', { address, asset: 'CHN' })),
    ...nodes.map((nodeID) => ask('validatorStake', { nodeID })),
    ...addresses.flatMap((owner) => nodes.map((nodeID) => ask('userStake', { owner, nodeID }))),
  ]
}

if (import.meta.main) process.stdout.write(digestOfAnswers())
