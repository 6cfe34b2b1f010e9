import { rmSync } from 'node:fs'
import { stringifyJson } from '@parley/ledger'
import { type Chain, createChain, currentHeight } from '../chain/create-chain.ts'
import { InvalidNetworkError } from '../schema/invalid-network-error.ts'
import { readScript } from '../script/read-script.ts'
import type { Script, ScriptedTransaction } from '../script/script.ts'
import type { ExecutedTransaction } from '../timeline/timeline.ts'
import { networkFiles, replaceJsonFile } from './network-files.ts'
import { loadChain } from './open-network.ts'
import { takeLock } from './take-lock.ts'

/** Servers read changed files within the time of one block, so the block after the next is still open. */
const BLOCKS_AHEAD = 2

type NewTransaction = Omit<ScriptedTransaction, 'height'>

/**
 * Appends a transaction to a network's script, for the block after the next one, and returns its outcome there. Earlier
 * blocks never change. Waits while another process appends.
 *
 * @throws InvalidNetworkError when the transaction cannot be in a block, or when another process holds the lock too long.
 */
export function appendTransaction(
  folder: string,
  transaction: NewTransaction,
  { now = Date.now, waitMs = 20_000 }: { now?: () => number; waitMs?: number } = {},
): ExecutedTransaction {
  const files = networkFiles(folder)
  const lock = `${files.script}.lock`
  takeLock(lock, waitMs)
  try {
    const chain = loadChain(folder, now)
    for (let blocksAhead = BLOCKS_AHEAD; ; blocksAhead *= 2) {
      const { script, executed } = execute(chain, transaction, blocksAhead)
      // The block may have passed during the execution.
      if (executed.height - currentHeight(chain) < BLOCKS_AHEAD) continue
      replaceJsonFile(files.script, script)
      return executed
    }
  } finally {
    rmSync(lock, { force: true })
  }
}

function execute(
  chain: Chain,
  transaction: NewTransaction,
  blocksAhead: number,
): { script: Script; executed: ExecutedTransaction } {
  const newest = chain.script.transactions.at(-1)?.height ?? 0
  const height = Math.max(currentHeight(chain) + blocksAhead, newest)
  const transactions = [...chain.script.transactions, { ...transaction, height }]
  // Reads back the text before writing it, because an invalid file could not be opened again.
  const script = readScript(stringifyJson({ ...chain.script, transactions }))
  const { timeline } = createChain({ genesis: chain.genesis, script })
  const executed = [...timeline.transactions.values()].at(-1)
  if (executed === undefined) throw new InvalidNetworkError('transaction', 'was not executed')
  return { script, executed }
}
