import { rmSync } from 'node:fs'
import { stringifyJson } from '@parley/ledger'
import { type Chain, createChain, currentHeight } from '../chain/create-chain.ts'
import { InvalidNetworkError } from '../invalid-network-error.ts'
import { readScript } from '../script/read-script.ts'
import type { Script, ScriptedTransaction } from '../script/script.ts'
import type { ExecutedTransaction } from '../timeline/timeline.ts'
import { networkFiles, replaceJsonFile } from './network-files.ts'
import { loadChain } from './open-network.ts'
import { takeLock } from './take-lock.ts'

/** Servers look at the files within the time of one block, so the block after the next is still open. */
const BLOCKS_AHEAD = 2

type NewTransaction = Omit<ScriptedTransaction, 'height'>

/**
 * Appends a transaction to a network's script, for the block after the next one, and returns what will
 * become of it there. What already happened never changes. While another process appends, it blocks.
 *
 * @throws InvalidNetworkError when the transaction cannot be in a block, or another process does not get done.
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
      // Working it out takes time, and its block may have come meanwhile.
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
  // What goes into the file is what comes out of it, or the network could not be opened again.
  const script = readScript(stringifyJson({ ...chain.script, transactions }))
  const { timeline } = createChain({ genesis: chain.genesis, script })
  const executed = [...timeline.transactions.values()].at(-1)
  if (executed === undefined) throw new InvalidNetworkError('transaction', 'was not executed')
  return { script, executed }
}
