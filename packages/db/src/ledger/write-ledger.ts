import type { PoolClient } from 'pg'
import type { Database } from '../database.ts'
import { inTransaction, prepare, withoutWaiting } from '../statement.ts'
import type { LedgerHead, LedgerRows } from './ledger-rows.ts'
import { ledgerHeads, ledgerTables, removeOthers, rewinds } from './ledger-tables.ts'

export type LedgerWrite = {
  readonly network: string
  /** The head that the writer read before; null when there was none. */
  readonly expected: Pick<LedgerHead, 'identity' | 'height' | 'indexedAt'> | null
  /** Rows of blocks above this height are deleted first; all rows when it is below 0. */
  readonly rewindTo?: bigint
  readonly head: LedgerHead
  readonly rows: LedgerRows
}

/** `busy`: another process is writing this network. `moved`: another process has written since `expected` was read. */
export type LedgerWriteOutcome = 'written' | 'busy' | 'moved'

const takeTurn = prepare('lock_ledger')<[network: string], { isMine: boolean }>(
  `select pg_try_advisory_xact_lock(hashtext('parley.ledger'), hashtext($1)) as "isMine" from ${withoutWaiting}`,
)

type Place = { readonly identity: string; readonly height: string; readonly indexedAt: Date }

const selectPlace = prepare('select_ledger_place')<[network: string], Place>(
  'select identity, height, indexed_at as "indexedAt" from ledger_networks where network = $1',
)

/**
 * Writes the rows of a network's next blocks in one transaction, under a lock that admits one writer per network.
 * Writing the same rows twice changes nothing.
 */
export async function writeLedger(db: Database, write: LedgerWrite): Promise<LedgerWriteOutcome> {
  return await inTransaction(db, async (connection) => {
    const [turn] = await takeTurn(connection, [write.network])
    if (!turn?.isMine) return 'busy'
    const [place] = await selectPlace(connection, [write.network])
    if (!isExpected(place, write.expected)) return 'moved'
    await writeRows(connection, write)
    return 'written'
  })
}

function isExpected(place: Place | undefined, expected: LedgerWrite['expected']): boolean {
  if (!place || !expected) return !place && !expected
  return (
    place.identity === expected.identity &&
    BigInt(place.height) === expected.height &&
    place.indexedAt.getTime() === expected.indexedAt.getTime()
  )
}

async function writeRows(
  connection: PoolClient,
  { network, rewindTo, head, rows }: LedgerWrite,
): Promise<void> {
  if (rewindTo !== undefined) {
    for (const rewind of rewinds) await rewind(connection, network, rewindTo)
  }
  await ledgerTables.blocks.write(connection, network, rows.blocks)
  await ledgerTables.transactions.write(connection, network, rows.transactions)
  await ledgerTables.stakeVersions.write(connection, network, rows.stakeVersions)
  await ledgerTables.epochs.write(connection, network, rows.epochs)
  await ledgerTables.assetVersions.write(connection, network, rows.assetVersions)
  await ledgerTables.balanceVersions.write(connection, network, rows.balanceVersions)
  await ledgerTables.validators.write(connection, network, rows.validators)
  await ledgerTables.delegations.write(connection, network, rows.delegations)
  await ledgerTables.accounts.write(connection, network, rows.accounts)
  await removeOthers.validators(connection, network, rows.validators)
  await removeOthers.delegations(connection, network, rows.delegations)
  await removeOthers.accounts(connection, network, rows.accounts)
  await ledgerHeads.write(connection, network, [head])
}
