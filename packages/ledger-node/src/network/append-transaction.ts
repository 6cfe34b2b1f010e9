import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { stringifyJson } from '@parley/ledger'
import { createChain, currentHeight } from '../chain/create-chain.ts'
import { InvalidNetworkError } from '../invalid-network-error.ts'
import { readScript } from '../script/read-script.ts'
import type { ScriptedTransaction } from '../script/script.ts'
import type { ExecutedTransaction } from '../timeline/timeline.ts'
import { networkFiles, replaceJsonFile } from './network-files.ts'
import { loadChain } from './open-network.ts'

/** Servers look at the files within the time of one block, so the block after the next is still open. */
const BLOCKS_AHEAD = 2
/** How often a lock that another process holds is tried again. */
const RETRY_MS = 20
/** An append takes a second at most. A lock this old is one of a process that was killed. */
const ABANDONED_MS = 15_000

/**
 * Appends a transaction to a network's script, for the block after the next one, and returns what will
 * become of it there. What already happened never changes. While another process appends, it blocks.
 *
 * @throws InvalidNetworkError when the transaction cannot be in a block, or another process does not get done.
 */
export function appendTransaction(
  folder: string,
  transaction: Omit<ScriptedTransaction, 'height'>,
  { now = Date.now, waitMs = 20_000 }: { now?: () => number; waitMs?: number } = {},
): ExecutedTransaction {
  const files = networkFiles(folder)
  const lock = `${files.script}.lock`
  takeLock(lock, waitMs)
  try {
    const chain = loadChain(folder, now)
    const { genesis, script } = chain
    const newest = script.transactions.at(-1)?.height ?? 0
    const height = Math.max(currentHeight(chain) + BLOCKS_AHEAD, newest)
    const transactions = [...script.transactions, { ...transaction, height }]
    // What goes into the file is what comes out of it, or the network could not be opened again.
    const longer = readScript(stringifyJson({ ...script, transactions }))
    const executed = [...createChain({ genesis, script: longer, now }).timeline.transactions.values()].at(-1)
    if (executed === undefined) throw new InvalidNetworkError('transaction', 'was not executed')
    replaceJsonFile(files.script, longer)
    return executed
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string, waitMs: number): void {
  const end = performance.now() + waitMs
  while (!tryLock(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    if (performance.now() > end) {
      throw new InvalidNetworkError('script', `is being changed by another process (${lock}); try again`)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
  }
}

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(lock: string): boolean {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
  return Date.now() - mtimeMs > ABANDONED_MS
}
