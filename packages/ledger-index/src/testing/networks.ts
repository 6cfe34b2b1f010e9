import { type Database, type LedgerSnapshot, listLedgerBlocks, readLedger } from '@parley/db'
import {
  type Chain,
  createChain,
  createDefaultScript,
  createRpcHandler,
  DEFAULT_GENESIS,
  type Script,
} from '@parley/ledger-node'
import { advanceLocal } from '../local/advance-local.ts'

export const START = Date.parse('2026-01-01T00:00:00Z')
const BLOCK_MS = 3000

/** The default network at a height, or a network of another script. */
export function chainAt(height: number, script: Script = createDefaultScript(DEFAULT_GENESIS, START)): Chain {
  return createChain({ genesis: DEFAULT_GENESIS, script, now: () => START + height * BLOCK_MS })
}

/** Reads a chain to its newest block. */
export async function indexWhole(db: Database, network: string, chain: Chain): Promise<void> {
  const now = () => new Date(chain.now())
  while ((await advanceLocal({ db, network, chain, isCompared: false, now })) === 'more');
}

/** Everything stored about a network, except the time of the write. */
export async function dump(db: Database, network: string) {
  const snapshot = await readLedger(db, network, { maxEpochs: 1_000_000, maxTransactions: 1_000_000 })
  if (snapshot === null) throw new Error(`There are no rows of ${network}.`)
  const { indexedAt: _, ...head } = snapshot.head
  return { ...(snapshot satisfies LedgerSnapshot), head, blocks: await listLedgerBlocks(db, network) }
}

/** Returns a function that calls a chain over its interface. */
export function askerOf(chain: Chain) {
  const handle = createRpcHandler(() => chain)
  const headers = { 'content-type': 'application/json' }
  return (method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `chainvm.${method}`, params })
    const { result, error } = JSON.parse(handle({ method: 'POST', headers, body }).body, readBigInt)
    if (error) throw new Error(error.message)
    return result
  }
}

// Whole numbers become bigints, as in the database.
function readBigInt(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && /^\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value
}
