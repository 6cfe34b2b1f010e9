import { createHash } from 'node:crypto'
import type { OfferedSource } from '@parley/core'
import { type Sandbox, writeTables } from '@parley/data'
import { type Database, readLedgerHead } from '@parley/db'
import { AppError, isAppError } from '@parley/errors'
import { isLedgerError } from '@parley/ledger'
import { describeLedger, followLedger, readLedgerTables } from '@parley/ledger-index'
import type { Logger } from 'pino'
import type { LedgerNetworks } from './ledger-networks.ts'

type LedgerDeps = {
  readonly db: Database
  readonly sandbox: Sandbox
  /** Path of the data folder. */
  readonly folder: string
  readonly log: Logger
  readonly now: () => Date
}

export type LedgerSources = {
  /** One data source for each network, for all users. */
  readonly offered: readonly OfferedSource[]
  /** Stops following; settles when all work has ended. */
  readonly close: () => Promise<void>
}

/** The owner of the tables' files. No user has this id. */
const FILES_OWNER = 'the ledger'
/** How long files are reused while the network has no new rows; `writeTables` keeps them longer. */
const REUSE_MS = 60_000

/**
 * Follows every network into the database and offers each as a data source: the default network as `ledger`.
 */
export function openLedgerSources(networks: LedgerNetworks, deps: LedgerDeps): LedgerSources {
  const { db, log } = deps
  const followers = networks.map(({ name, origin }) =>
    followLedger({
      db,
      network: name,
      origin,
      onFault: (error) => warnOfFault(log, name, error),
      onRecovered: () => log.info({ network: name }, 'the ledger network can be read again'),
    }),
  )
  const createdAt = `${deps.now().toISOString().slice(0, -1)}000`
  return {
    offered: networks.map(({ name, origin }, index) => {
      const { description, tables } = describeLedger(origin.kind)
      return {
        id: idOf(name),
        name: index === 0 ? 'ledger' : `ledger_${name}`,
        kind: 'ledger',
        description,
        tables,
        createdAt,
        // The catalog is the same at any height and in every process.
        updatedAt: createHash('sha256').update(JSON.stringify(tables)).digest('hex'),
        offered: { ownerId: FILES_OWNER, open: openTables(name, deps) },
      }
    }),
    close: async () => {
      await Promise.all(followers.map((follower) => follower.close()))
    },
  }
}

/** Logs why a node cannot be reached; logs the stack of an unexpected error only. */
function warnOfFault(log: Logger, network: string, error: unknown): void {
  const message = 'the ledger network cannot be read; the service tries again every 15 seconds'
  if (isLedgerError(error) || isAppError(error)) log.warn({ network, reason: error.message }, message)
  else log.warn({ network, err: error }, message)
}

/** The id is the same in every process and after every start. */
function idOf(network: string): string {
  const hex = createHash('sha256').update(`parley.ledger.${network}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Files by table, for the tables of one statement. */
type Written = Map<
  string,
  { readonly writtenMs: number; readonly files: Promise<ReadonlyMap<string, string>> }
>

/** Writes the tables of a statement, or returns the files written since the last read of the network. */
function openTables(network: string, deps: LedgerDeps): OfferedSource['offered']['open'] {
  let version = ''
  let written: Written = new Map()

  return async (names) => {
    const head = await readLedgerHead(deps.db, network)
    if (!head) throw notReadYet()
    const newest = `${head.identity} ${head.height} ${head.indexedAt.getTime()}`
    if (version !== newest) written = new Map()
    version = newest
    const key = names.join()
    const nowMs = deps.now().getTime()
    const kept = written.get(key)
    if (kept && nowMs - kept.writtenMs < REUSE_MS) return kept.files
    const files = write(names, network, deps)
    const home = written.set(key, { writtenMs: nowMs, files })
    files.catch(() => home.delete(key))
    return files
  }
}

async function write(
  names: readonly string[],
  network: string,
  { db, sandbox, folder }: LedgerDeps,
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
