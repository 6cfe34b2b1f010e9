import { createHash } from 'node:crypto'
import type { OfferedSource } from '@parley/core'
import type { Database } from '@parley/db'
import type { TableLines } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { isLedgerError } from '@parley/ledger'
import { describeLedger, followLedger, openLedgerTables } from '@parley/ledger-index'
import type { Logger } from 'pino'
import type { LedgerNetworks } from './ledger-networks.ts'

type LedgerDeps = {
  readonly db: Database
  /** Stores tables as files of an owner. Returns the file of each table by its name. */
  readonly writeTables: (
    ownerId: string,
    tables: readonly TableLines[],
  ) => Promise<ReadonlyMap<string, string>>
  readonly log: Logger
  readonly now: () => Date
  /** The pause between two reads of a node, in milliseconds; that of the index by default. */
  readonly nodePauseMs?: number
}

export type LedgerSources = {
  /** One data source for each network, for all users. */
  readonly offered: readonly OfferedSource[]
  /** Stops following; settles when all work has ended. */
  readonly close: () => Promise<void>
}

/** The owner of the tables' files. No user has this id. */
const FILES_OWNER = 'the ledger'

/**
 * Follows every network into the database and offers each as a data source: the default network as `ledger`.
 */
export function openLedgerSources(networks: LedgerNetworks, deps: LedgerDeps): LedgerSources {
  const { db, log, writeTables, now, nodePauseMs } = deps
  const ofLedger = (tables: readonly TableLines[]) => writeTables(FILES_OWNER, tables)
  const followers = networks.map(({ name, origin }) =>
    followLedger({
      db,
      network: name,
      origin,
      ...(nodePauseMs !== undefined && { nodePauseMs }),
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
        offered: { ownerId: FILES_OWNER, open: openLedgerTables({ db, now, writeTables: ofLedger }, name) },
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
