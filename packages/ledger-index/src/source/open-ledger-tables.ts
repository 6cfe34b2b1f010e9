import { type Database, readLedgerHead } from '@parley/db'
import type { OfferedTables, OpenedTables, TableLines } from '@parley/domain'
import { AppError } from '@parley/errors'
import { readLedgerTables } from './ledger-source.ts'

type Deps = {
  readonly db: Database
  /** Stores tables as files. Returns the file of each table by its name. */
  readonly writeTables: (tables: readonly TableLines[]) => Promise<ReadonlyMap<string, string>>
  readonly now: () => Date
}

/** How long files are reused while the network has no new rows. The writer must keep them longer. */
const REUSE_MS = 60_000

/** The tables of one statement. */
type Written = { readonly writtenMs: number; readonly tables: Promise<OpenedTables> }

/**
 * Returns a function that writes tables of a network at one height, or returns those written since the last read of the
 * network. It throws `unavailable` before the network was read for the first time.
 */
export function openLedgerTables(deps: Deps, network: string): OfferedTables['open'] {
  let version = ''
  let written = new Map<string, Written>()

  return async (names) => {
    const head = await readLedgerHead(deps.db, network)
    if (!head) throw notReadYet()
    const newest = `${head.identity} ${head.height} ${head.indexedAt.getTime()}`
    if (version !== newest) written = new Map()
    version = newest
    const key = names.join()
    const nowMs = deps.now().getTime()
    const kept = written.get(key)
    if (kept && nowMs - kept.writtenMs < REUSE_MS) return kept.tables
    const tables = write(deps, { network, names })
    const home = written.set(key, { writtenMs: nowMs, tables })
    tables.catch(() => home.delete(key))
    return tables
  }
}

async function write(
  { db, writeTables }: Deps,
  { network, names }: { readonly network: string; readonly names: readonly string[] },
): Promise<OpenedTables> {
  const read = await readLedgerTables(db, network, names)
  if (!read) throw notReadYet()
  return { files: await writeTables(read.tables), blockHeight: read.blockHeight }
}

function notReadYet(): AppError {
  return new AppError(
    'unavailable',
    'The ledger network is just being read for the first time; try again in a few seconds.',
  )
}
