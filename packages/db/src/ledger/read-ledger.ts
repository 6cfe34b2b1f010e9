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
import { ledgerHeads, ledgerTables } from './ledger-tables.ts'

/** A day of emission. `minted` is of all epochs that ended in it, the state after the last of them. */
type LedgerDay = {
  /** YYYY-MM-DD, UTC. */
  readonly day: string
  readonly epochs: number
  readonly minted: bigint
  readonly totalSupply: bigint
  readonly totalStaked: bigint
}

/** An asset as it is now, and since when it is known. */
export type LedgerAsset = LedgerAssetVersion & { readonly firstHeight: bigint }

/** What is offered of a network to queries, at one height. */
export type LedgerSnapshot = {
  readonly head: LedgerHead
  readonly validators: readonly LedgerValidator[]
  readonly delegations: readonly LedgerDelegation[]
  readonly accounts: readonly LedgerAccount[]
  readonly stakeVersions: readonly LedgerStakeVersion[]
  /** The newest first, at most as many as asked for. */
  readonly epochs: readonly LedgerEpoch[]
  readonly days: readonly LedgerDay[]
  /** The newest first, at most as many as asked for. */
  readonly transactions: readonly LedgerTransaction[]
  readonly assets: readonly LedgerAsset[]
  readonly balances: readonly LedgerBalanceVersion[]
}

const selectHead = prepare<[network: string], object>(
  'select_ledger_head',
  `select ${ledgerHeads.selectList} from ledger_networks where network = $1`,
)
const selectBlocks = prepare<[network: string], object>(
  'select_ledger_blocks',
  `select ${ledgerTables.blocks.selectList} from ledger_blocks where network = $1 order by height`,
)
const selectValidators = prepare<[network: string], object>(
  'select_ledger_validators',
  `select ${ledgerTables.validators.selectList} from ledger_validators where network = $1 order by node_id`,
)
const selectDelegations = prepare<[network: string], object>(
  'select_ledger_delegations',
  `select ${ledgerTables.delegations.selectList} from ledger_delegations where network = $1 order by node_id, owner`,
)
const selectAccounts = prepare<[network: string], object>(
  'select_ledger_accounts',
  `select ${ledgerTables.accounts.selectList} from ledger_accounts where network = $1 order by address`,
)
const selectStakeVersions = prepare<[network: string], object>(
  'select_ledger_stake_versions',
  `select ${ledgerTables.stakeVersions.selectList} from ledger_stake_versions
   where network = $1 order by height, node_id`,
)
const selectEpochs = prepare<[network: string, limit: number], object>(
  'select_ledger_epochs',
  `select ${ledgerTables.epochs.selectList} from ledger_epochs where network = $1 order by epoch desc limit $2`,
)
const selectDays = prepare<[network: string], { [Key in keyof LedgerDay]: string }>(
  'select_ledger_days',
  `select to_char(block_time at time zone 'UTC', 'YYYY-MM-DD') as day, sum(epoch - first_epoch + 1) as epochs,
     sum(minted) as minted, (array_agg(total_supply order by epoch desc))[1] as "totalSupply",
     (array_agg(total_staked order by epoch desc))[1] as "totalStaked"
   from ledger_epochs where network = $1 group by 1 order by 1`,
)
const selectTransactions = prepare<[network: string, limit: number], object>(
  'select_ledger_transactions',
  `select ${ledgerTables.transactions.selectList} from ledger_transactions where network = $1
   order by block_time desc, position desc nulls last, tx_id limit $2`,
)
const selectAssets = prepare<[network: string], { firstHeight: string }>(
  'select_ledger_assets',
  `select distinct on (asset) ${ledgerTables.assetVersions.selectList},
     min(height) over (partition by asset) as "firstHeight"
   from ledger_asset_versions where network = $1 order by asset, height desc`,
)
const selectBalances = prepare<[network: string], object>(
  'select_ledger_balances',
  `select distinct on (address, asset) ${ledgerTables.balanceVersions.selectList}
   from ledger_balance_versions where network = $1 order by address, asset, height desc`,
)

/** How far a network has been read; null when it never was. */
export async function readLedgerHead(db: Database, network: string): Promise<LedgerHead | null> {
  const [head] = await selectHead(db.pool, [network])
  return head ? ledgerHeads.read(head) : null
}

/** The kept blocks of a network, from the first. */
export async function listLedgerBlocks(db: Database, network: string): Promise<LedgerBlock[]> {
  return (await selectBlocks(db.pool, [network])).map(ledgerTables.blocks.read)
}

/** The validators of a network as they were written last. */
export async function listLedgerValidators(db: Database, network: string): Promise<LedgerValidator[]> {
  return (await selectValidators(db.pool, [network])).map(ledgerTables.validators.read)
}

/** The assets of a network as they were written last. */
export async function listLedgerAssets(db: Database, network: string): Promise<LedgerAsset[]> {
  return readAssets(db.pool, network)
}

/** The balances of a network as they were written last. */
export async function listLedgerBalances(db: Database, network: string): Promise<LedgerBalanceVersion[]> {
  return (await selectBalances(db.pool, [network])).map(ledgerTables.balanceVersions.read)
}

/** What a snapshot has of a network beside its head. */
export type LedgerPart = Exclude<keyof LedgerSnapshot, 'head'>

type LedgerLimits = {
  readonly maxEpochs: number
  readonly maxTransactions: number
  /** What is wanted; other parts stay empty. Everything, unless this says otherwise. */
  readonly parts?: readonly LedgerPart[]
}

/** Reads a network as it is at one height, whatever is written meanwhile; null when it never was read. */
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
  // One after the other: a connection does one thing at a time.
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
