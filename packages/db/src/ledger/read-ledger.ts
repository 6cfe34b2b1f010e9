import type { PoolClient } from 'pg'
import type { Database } from '../database.ts'
import { inTransaction, prepare } from '../statement.ts'
import type {
  LedgerAccount,
  LedgerAssetVersion,
  LedgerBalanceVersion,
  LedgerBlock,
  LedgerDelegation,
  LedgerEpoch,
  LedgerHead,
  LedgerStakeVersion,
  LedgerTransaction,
  LedgerValidator,
} from './ledger-rows.ts'
import { ledgerHeads, ledgerTables, type StoredRow } from './ledger-tables.ts'

/** A day of emission: the minted amounts of all epochs that ended on it, and the state after the last one. */
type LedgerDay = {
  /** YYYY-MM-DD, UTC. */
  readonly day: string
  readonly epochs: number
  readonly minted: bigint
  readonly totalSupply: bigint
  readonly totalStaked: bigint
}

/** The present state of an asset, and the height from which it is known. */
export type LedgerAsset = LedgerAssetVersion & { readonly firstHeight: bigint }

/** The state of a network for queries, at one height. */
export type LedgerSnapshot = {
  readonly head: LedgerHead
  readonly validators: readonly LedgerValidator[]
  readonly delegations: readonly LedgerDelegation[]
  readonly accounts: readonly LedgerAccount[]
  readonly stakeVersions: readonly LedgerStakeVersion[]
  /** Newest first, at most the given maximum. */
  readonly epochs: readonly LedgerEpoch[]
  readonly days: readonly LedgerDay[]
  /** Newest first, at most the given maximum. */
  readonly transactions: readonly LedgerTransaction[]
  readonly assets: readonly LedgerAsset[]
  readonly balances: readonly LedgerBalanceVersion[]
}

const selectHead = prepare('select_ledger_head')<[network: string], StoredRow<LedgerHead>>(
  `select ${ledgerHeads.selectList} from ledger_networks where network = $1`,
)
const selectBlocks = prepare('select_ledger_blocks')<[network: string], StoredRow<LedgerBlock>>(
  `select ${ledgerTables.blocks.selectList} from ledger_blocks where network = $1 order by height`,
)
const selectValidators = prepare('select_ledger_validators')<[network: string], StoredRow<LedgerValidator>>(
  `select ${ledgerTables.validators.selectList} from ledger_validators where network = $1 order by node_id`,
)
const selectDelegations = prepare('select_ledger_delegations')<
  [network: string],
  StoredRow<LedgerDelegation>
>(
  `select ${ledgerTables.delegations.selectList} from ledger_delegations where network = $1 order by node_id, owner`,
)
const selectAccounts = prepare('select_ledger_accounts')<[network: string], StoredRow<LedgerAccount>>(
  `select ${ledgerTables.accounts.selectList} from ledger_accounts where network = $1 order by address`,
)
const selectStakeVersions = prepare('select_ledger_stake_versions')<
  [network: string],
  StoredRow<LedgerStakeVersion>
>(`
  select ${ledgerTables.stakeVersions.selectList} from ledger_stake_versions
  where network = $1 order by height, node_id
`)
const selectEpochs = prepare('select_ledger_epochs')<
  [network: string, limit: number],
  StoredRow<LedgerEpoch>
>(
  `select ${ledgerTables.epochs.selectList} from ledger_epochs where network = $1 order by epoch desc limit $2`,
)
const selectDays = prepare('select_ledger_days')<[network: string], { [Key in keyof LedgerDay]: string }>(`
  select to_char(block_time at time zone 'UTC', 'YYYY-MM-DD') as day, sum(epoch - first_epoch + 1) as epochs,
    sum(minted) as minted, (array_agg(total_supply order by epoch desc))[1] as "totalSupply",
    (array_agg(total_staked order by epoch desc))[1] as "totalStaked"
  from ledger_epochs where network = $1 group by 1 order by 1
`)
const selectTransactions = prepare('select_ledger_transactions')<
  [network: string, limit: number],
  StoredRow<LedgerTransaction>
>(`
  select ${ledgerTables.transactions.selectList} from ledger_transactions where network = $1
  order by block_time desc, position desc nulls last, tx_id limit $2
`)
const selectAssets = prepare('select_ledger_assets')<[network: string], StoredRow<LedgerAsset>>(`
  select distinct on (asset) ${ledgerTables.assetVersions.selectList},
    min(height) over (partition by asset) as "firstHeight"
  from ledger_asset_versions where network = $1 order by asset, height desc
`)
const selectBalances = prepare('select_ledger_balances')<[network: string], StoredRow<LedgerBalanceVersion>>(`
  select distinct on (address, asset) ${ledgerTables.balanceVersions.selectList}
  from ledger_balance_versions where network = $1 order by address, asset, height desc
`)

/** Reads the head of a network; null when the network was never read. */
export async function readLedgerHead(db: Database, network: string): Promise<LedgerHead | null> {
  const [head] = await selectHead(db.pool, [network])
  return head ? ledgerHeads.read(head) : null
}

/** Lists the stored blocks of a network by height. */
export async function listLedgerBlocks(db: Database, network: string): Promise<LedgerBlock[]> {
  return (await selectBlocks(db.pool, [network])).map(ledgerTables.blocks.read)
}

/** Lists the validators of a network as they were last written. */
export async function listLedgerValidators(db: Database, network: string): Promise<LedgerValidator[]> {
  return (await selectValidators(db.pool, [network])).map(ledgerTables.validators.read)
}

/** Lists the assets of a network as they were last written. */
export async function listLedgerAssets(db: Database, network: string): Promise<LedgerAsset[]> {
  return readAssets(db.pool, network)
}

/** Lists the balances of a network as they were last written. */
export async function listLedgerBalances(db: Database, network: string): Promise<LedgerBalanceVersion[]> {
  return (await selectBalances(db.pool, [network])).map(ledgerTables.balanceVersions.read)
}

/** The parts of a snapshot besides its head. */
export type LedgerPart = Exclude<keyof LedgerSnapshot, 'head'>

type LedgerLimits = {
  readonly maxEpochs: number
  readonly maxTransactions: number
  /** The parts to read; the others stay empty. By default all parts. */
  readonly parts?: readonly LedgerPart[]
}

/** Reads a network at one height, in one transaction; null when the network was never read. */
export async function readLedger(
  db: Database,
  network: string,
  limits: LedgerLimits,
): Promise<LedgerSnapshot | null> {
  return await inTransaction(db, async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [head] = await selectHead(connection, [network])
    if (!head) return null
    return { head: ledgerHeads.read(head), ...(await readParts(connection, network, limits)) }
  })
}

async function readParts(
  connection: PoolClient,
  network: string,
  { parts, maxEpochs, maxTransactions }: LedgerLimits,
): Promise<Pick<LedgerSnapshot, LedgerPart>> {
  const { validators, delegations, accounts, stakeVersions, epochs, transactions, balanceVersions } =
    ledgerTables
  // One after the other, because a connection runs one statement at a time.
  async function of<Row>(part: LedgerPart, select: () => Promise<Row[]>): Promise<Row[]> {
    return parts === undefined || parts.includes(part) ? select() : []
  }
  const rowsOf = {
    validators: await of('validators', () => selectValidators(connection, [network])),
    delegations: await of('delegations', () => selectDelegations(connection, [network])),
    accounts: await of('accounts', () => selectAccounts(connection, [network])),
    stakeVersions: await of('stakeVersions', () => selectStakeVersions(connection, [network])),
    epochs: await of('epochs', () => selectEpochs(connection, [network, maxEpochs])),
    transactions: await of('transactions', () => selectTransactions(connection, [network, maxTransactions])),
    balances: await of('balances', () => selectBalances(connection, [network])),
  }
  return {
    validators: rowsOf.validators.map(validators.read),
    delegations: rowsOf.delegations.map(delegations.read),
    accounts: rowsOf.accounts.map(accounts.read),
    stakeVersions: rowsOf.stakeVersions.map(stakeVersions.read),
    epochs: rowsOf.epochs.map(epochs.read),
    days: (await of('days', () => selectDays(connection, [network]))).map(readDay),
    transactions: rowsOf.transactions.map(transactions.read),
    assets: await of('assets', () => readAssets(connection, network)),
    balances: rowsOf.balances.map(balanceVersions.read),
  }
}

async function readAssets(
  connection: PoolClient | Database['pool'],
  network: string,
): Promise<LedgerAsset[]> {
  const rows = await selectAssets(connection, [network])
  return rows.map((row) => ({
    ...ledgerTables.assetVersions.read(row),
    firstHeight: BigInt(row.firstHeight),
  }))
}

function readDay({
  day,
  epochs,
  minted,
  totalSupply,
  totalStaked,
}: { [Key in keyof LedgerDay]: string }): LedgerDay {
  return {
    day,
    epochs: Number(epochs),
    minted: BigInt(minted),
    totalSupply: BigInt(totalSupply),
    totalStaked: BigInt(totalStaked),
  }
}
