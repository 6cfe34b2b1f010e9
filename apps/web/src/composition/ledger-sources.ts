import { createHash } from 'node:crypto'
import type { OfferedSource } from '@parley/core'
import { type Sandbox, writeTables } from '@parley/data'
import { type Database, readLedgerHead } from '@parley/db'
import { AppError } from '@parley/errors'
import { describeLedger, followLedger, readLedgerTables } from '@parley/ledger-index'
import type { Logger } from 'pino'
import type { LedgerNetworks } from './ledger-networks.ts'

type LedgerWorld = {
  readonly db: Database
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  readonly log: Logger
  readonly now: () => Date
}

export type LedgerSources = {
  /** One for each network, to be offered to everybody. */
  readonly offered: readonly OfferedSource[]
  /** Stops following; settles when nothing of it is under way any more. */
  readonly close: () => Promise<void>
}

/** Whose files the tables become: no user's id looks like this. */
const FILES_OWNER = 'the ledger'
/** Files are read again for so long, while nothing new was written; `writeTables` keeps them for longer. */
const REUSE_MS = 60_000

/** Follows every network into the database, and offers each as a data source: the default one as `ledger`. */
export function openLedgerSources(networks: LedgerNetworks, world: LedgerWorld): LedgerSources {
  const { db, log } = world
  const followers = networks.map(({ name, origin }) =>
    followLedger({
      db,
      network: name,
      origin,
      onFault: (err) => log.warn({ err, network: name }, 'a ledger network could not be followed'),
    }),
  )
  const createdAt = `${world.now().toISOString().slice(0, -1)}000`
  return {
    offered: networks.map(({ name, origin }, index) => {
      const { description, tables } = describeLedger(origin.kind)
      return {
        id: idOf(name),
        name: index === 0 ? 'ledger' : `ledger_${name}`,
        kind: 'ledger',
        description,
        tables: tables.map((table) => ({ ...table, rowCount: null })),
        createdAt,
        // The catalogue is the same at any height and in every process.
        updatedAt: createHash('sha256').update(JSON.stringify(tables)).digest('hex'),
        offered: { ownerId: FILES_OWNER, open: openTables(name, world) },
      }
    }),
    close: async () => {
      await Promise.all(followers.map((follower) => follower.close()))
    },
  }
}

/** The same in every process and after every start. */
function idOf(network: string): string {
  const hex = createHash('sha256').update(`parley.ledger.${network}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Files by table, under the names that were asked for together. */
type Written = Map<
  string,
  { readonly writtenMs: number; readonly files: Promise<ReadonlyMap<string, string>> }
>

/** Writes tables for a statement, or gives those that were written since the network was read last. */
function openTables(network: string, world: LedgerWorld): OfferedSource['offered']['open'] {
  let version = ''
  let written: Written = new Map()

  return async (names) => {
    const head = await readLedgerHead(world.db, network)
    if (!head) throw notReadYet()
    const newest = `${head.identity} ${head.height} ${head.indexedAt.getTime()}`
    if (version !== newest) written = new Map()
    version = newest
    const key = names.join()
    const nowMs = world.now().getTime()
    const kept = written.get(key)
    if (kept && nowMs - kept.writtenMs < REUSE_MS) return kept.files
    const files = write(names, network, world)
    const home = written.set(key, { writtenMs: nowMs, files })
    files.catch(() => home.delete(key))
    return files
  }
}

async function write(
  names: readonly string[],
  network: string,
  { db, sandbox, folder }: LedgerWorld,
): Promise<ReadonlyMap<string, string>> {
  const tables = await readLedgerTables(db, network, names)
  if (!tables) throw notReadYet()
  return writeTables({ sandbox, folder, ownerId: FILES_OWNER, tables })
}

function notReadYet(): AppError {
  return new AppError(
    'unavailable',
    'The ledger network is just being read for the first time; try again in a few seconds.',
  )
}
