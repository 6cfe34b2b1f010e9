import {
  type Database,
  type LedgerHead,
  listLedgerAssets,
  listLedgerBalances,
  listLedgerValidators,
  readLedgerHead,
  writeLedger,
} from '@parley/db'
import type { LedgerClient } from '@parley/ledger'
import { headOf } from '../head-of.ts'
import { type Observation, observe, type Watched } from './observe.ts'
import { type Known, rowsOfObservation } from './rows-of-observation.ts'

/** Another process that has looked at the network so recently spares this one the work. */
const FRESH_MS = 10_000

export type NodeStep = {
  readonly db: Database
  readonly network: string
  readonly client: LedgerClient
  /** Addresses whose balance is of interest beside those the network names. */
  readonly watchedAddresses: readonly string[]
  readonly now: () => Date
}

/**
 * Looks at a network that is reached over the wire and writes what has changed. `elsewhere`: another process does that.
 * Throws a LedgerError when the node does not answer as it should; then nothing is written.
 */
export async function advanceNode(step: NodeStep): Promise<'written' | 'elsewhere'> {
  const { db, network, client, now, watchedAddresses } = step
  const head = await readLedgerHead(db, network)
  if (head && now().getTime() - head.indexedAt.getTime() < FRESH_MS) return 'elsewhere'
  const watched: Watched = { addresses: watchedAddresses, assets: await knownAssets(step) }
  const observation = await observe(client, watched)

  const rewindTo = forkOf(head, observation)
  const known = rewindTo === undefined ? await readKnown(step, head) : NOTHING_KNOWN
  const seenAt = now()
  const outcome = await writeLedger(db, {
    network,
    expected: head,
    ...(rewindTo !== undefined && { rewindTo }),
    head: headOf(observation.info, {
      identity: observation.identity,
      firstHeight: rewindTo === undefined && head ? head.firstHeight : observation.info.currentBlockHeight,
      blockTime: seenAt,
      indexedAt: seenAt,
    }),
    rows: rowsOfObservation(observation, known, seenAt),
  })
  return outcome === 'written' ? 'written' : 'elsewhere'
}

const NOTHING_KNOWN: Known = { head: null, validators: [], assets: [], balances: [] }

/**
 * A network that was started anew, or whose height has fallen, is another one than was read: a node shows no block by
 * which the part that both have in common could be told.
 */
function forkOf(head: LedgerHead | null, { identity, info }: Observation): bigint | undefined {
  if (head === null) return undefined
  const isSame = head.identity === identity && info.currentBlockHeight >= head.height
  return isSame ? undefined : -1n
}

async function readKnown({ db, network }: NodeStep, head: LedgerHead | null): Promise<Known> {
  const [validators, assets, balances] = await Promise.all([
    listLedgerValidators(db, network),
    listLedgerAssets(db, network),
    listLedgerBalances(db, network),
  ])
  return { head, validators, assets, balances }
}

async function knownAssets({ db, network, client }: NodeStep): Promise<string[]> {
  const assets = await listLedgerAssets(db, network)
  return assets.map(({ asset }) => asset).filter((asset) => asset !== client.network.nativeSymbol)
}
