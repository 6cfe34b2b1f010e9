import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'
import type { LedgerAssetVersion, LedgerTransaction } from './ledger-rows.ts'
import { ledgerTables } from './ledger-tables.ts'

const countTransactions = prepare('count_ledger_transactions')<[network: string], { count: string }>(
  'select count(*) from ledger_transactions where network = $1',
)

/**
 * Stores a transaction that a client looked up on a network that does not show its blocks. Returns false when `max`
 * transactions of the network are stored already.
 */
export async function noteLedgerTransaction(
  db: Database,
  network: string,
  { transaction, max }: { transaction: LedgerTransaction; max: number },
): Promise<boolean> {
  const [known] = await countTransactions(db.pool, [network])
  if (Number(known?.count ?? 0) >= max) return false
  await ledgerTables.transactions.write(db.pool, network, [transaction])
  return true
}

/** Stores the state of an asset at a height. */
export async function noteLedgerAsset(
  db: Database,
  network: string,
  asset: LedgerAssetVersion,
): Promise<void> {
  await ledgerTables.assetVersions.write(db.pool, network, [asset])
}
