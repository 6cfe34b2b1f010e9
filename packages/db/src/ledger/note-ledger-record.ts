import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'
import type { LedgerAssetVersion, LedgerTransaction } from './ledger-rows.ts'
import { ledgerTables } from './ledger-tables.ts'

const countTransactions = prepare<[network: string], { count: string }>(
  'count_ledger_transactions',
  'select count(*) from ledger_transactions where network = $1',
)

/**
 * Remembers a transaction that somebody looked up on a network that does not show its blocks. False when `max`
 * transactions of it are known already.
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

/** Remembers an asset as it was found at a height. */
export async function noteLedgerAsset(
  db: Database,
  network: string,
  asset: LedgerAssetVersion,
): Promise<void> {
  await ledgerTables.assetVersions.write(db.pool, network, [asset])
}
