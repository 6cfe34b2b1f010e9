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

/** An observation by another process that is younger than this is not repeated. */
const FRESH_MS = 10_000

export type NodeStep = {
  readonly db: Database
  readonly network: string
  readonly client: LedgerClient
  /** Addresses whose balance is stored, besides those that the network names. */
  readonly watchedAddresses: readonly string[]
  readonly now: () => Date
}

/**
 * Reads a network from its node and writes the changes. Returns `elsewhere` when another process does so. Throws a
 * LedgerError, and writes nothing, when the node fails or sends an invalid reply.
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
 * Returns -1 to delete everything when the network was restarted or its height has fallen. A node shows no blocks, so
 * the common part of the old and the new network is unknown.
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
