import { type Database, type LedgerHead, listLedgerBlocks, readLedgerHead, writeLedger } from '@parley/db'
import { type Chain, currentHeight } from '@parley/ledger-node'
import { findFork } from './find-fork.ts'
import { identityOf } from './identity-of.ts'
import { rowsOfBlocks } from './rows-of-blocks.ts'
import { rowsOfState } from './rows-of-state.ts'

/** Blocks written in one commit. */
const BLOCKS_AT_ONCE = 5000
/** How long the name of a network is reserved for its writer. After that another network may take the name. */
const TAKE_OVER_MS = 60_000

export type LocalStep = {
  readonly db: Database
  readonly network: string
  readonly chain: Chain
  /** Whether the stored blocks were already compared with this chain. */
  readonly isCompared: boolean
  readonly now: () => Date
}

/**
 * Writes the next blocks of a local network. Returns `more` when there are further blocks, `idle` when there are none,
 * and `elsewhere` when another process writes this network.
 */
export async function advanceLocal(step: LocalStep): Promise<'more' | 'idle' | 'elsewhere'> {
  const { db, network, chain, now } = step
  const head = await readLedgerHead(db, network)
  if (head && isOfOtherProcess(head, step)) return 'elsewhere'
  const fork = await forkOf(head, step)
  const kept = fork ?? head?.height ?? -1n
  const newest = currentHeight(chain)
  if (fork === undefined && kept >= BigInt(newest)) return 'idle'

  const from = Number(kept) + 1
  const to = Math.min(newest, from + BLOCKS_AT_ONCE - 1)
  const { head: newHead, ...state } = rowsOfState(chain, to, now())
  const outcome = await writeLedger(db, {
    network,
    expected: head,
    ...(fork !== undefined && { rewindTo: fork }),
    head: newHead,
    rows: { ...(await rowsOfBlocks(chain, { from, to })), ...state },
  })
  if (outcome !== 'written') return 'elsewhere'
  return to < newest ? 'more' : 'idle'
}

function isOfOtherProcess({ identity, indexedAt }: LedgerHead, { chain, now }: LocalStep): boolean {
  return identity !== identityOf(chain) && now().getTime() - indexedAt.getTime() < TAKE_OVER_MS
}

async function forkOf(
  head: LedgerHead | null,
  { db, network, chain, isCompared }: LocalStep,
): Promise<bigint | undefined> {
  if (head === null) return undefined
  // A clock that was set back decreases the height of the same chain. Comparing heights reads no blocks.
  const mustCompare = !isCompared || head.height > BigInt(currentHeight(chain))
  return mustCompare ? findFork(head, await listLedgerBlocks(db, network), chain) : undefined
}
