import { prepare, type Queryable } from '../statement.ts'
import type { LedgerHead, LedgerRows } from './ledger-rows.ts'

/** PostgreSQL's type of a property. `int8` and `numeric` are bigints in a row. */
type Kind = 'text' | 'int8' | 'numeric' | 'int4' | 'float8' | 'bool' | 'timestamptz' | 'json'

/** Tables whose rows belong to a block; `rewind` deletes those above a height. */
type BlockTable =
  | 'ledger_blocks'
  | 'ledger_transactions'
  | 'ledger_stake_versions'
  | 'ledger_epochs'
  | 'ledger_asset_versions'
  | 'ledger_balance_versions'

/** Tables that hold the present state; each write replaces all rows of a network. */
type StateTable = 'ledger_validators' | 'ledger_delegations' | 'ledger_accounts'

type Table<Row, Name extends string = BlockTable | StateTable | 'ledger_networks'> = {
  readonly name: Name
  /** The columns of the primary key after the network. */
  readonly key: readonly (keyof Row & string)[]
  readonly columns: { readonly [Property in keyof Row]: Kind }
}

type RowsOf = { [Name in keyof LedgerRows]: LedgerRows[Name][number] }

const STAKE = { stakedAmount: 'numeric', delegatedAmount: 'numeric', feeRate: 'float8' } as const

const TABLES = {
  blocks: {
    name: 'ledger_blocks',
    key: ['height'],
    columns: {
      height: 'int8',
      blockId: 'text',
      blockTime: 'timestamptz',
      transactionCount: 'int4',
      fees: 'numeric',
    },
  },
  transactions: {
    name: 'ledger_transactions',
    key: ['txId'],
    columns: {
      txId: 'text',
      height: 'int8',
      position: 'int4',
      blockTime: 'timestamptz',
      signer: 'text',
      success: 'bool',
      failure: 'text',
      fee: 'numeric',
      units: 'json',
      actions: 'json',
    },
  },
  stakeVersions: {
    name: 'ledger_stake_versions',
    key: ['nodeId', 'height'],
    columns: { nodeId: 'text', height: 'int8', blockTime: 'timestamptz', isActive: 'bool', ...STAKE },
  },
  epochs: {
    name: 'ledger_epochs',
    key: ['epoch'],
    columns: {
      epoch: 'int8',
      firstEpoch: 'int8',
      height: 'int8',
      blockTime: 'timestamptz',
      minted: 'numeric',
      totalSupply: 'numeric',
      totalStaked: 'numeric',
      activeValidators: 'int4',
    },
  },
  assetVersions: {
    name: 'ledger_asset_versions',
    key: ['asset', 'height'],
    columns: {
      asset: 'text',
      height: 'int8',
      symbol: 'text',
      decimals: 'int4',
      metadata: 'text',
      supply: 'numeric',
      owner: 'text',
    },
  },
  balanceVersions: {
    name: 'ledger_balance_versions',
    key: ['address', 'asset', 'height'],
    columns: {
      address: 'text',
      asset: 'text',
      height: 'int8',
      blockTime: 'timestamptz',
      amount: 'numeric',
    },
  },
  validators: {
    name: 'ledger_validators',
    key: ['nodeId'],
    columns: {
      nodeId: 'text',
      publicKey: 'text',
      state: 'text',
      ...STAKE,
      stakedReward: 'numeric',
      delegatedReward: 'numeric',
      registeredAmount: 'numeric',
      startBlock: 'int8',
      endBlock: 'int8',
      ownerAddress: 'text',
      rewardAddress: 'text',
    },
  },
  delegations: {
    name: 'ledger_delegations',
    key: ['nodeId', 'owner'],
    columns: {
      nodeId: 'text',
      owner: 'text',
      amount: 'numeric',
      startBlock: 'int8',
      endBlock: 'int8',
      isActive: 'bool',
    },
  },
  accounts: { name: 'ledger_accounts', key: ['address'], columns: { address: 'text', name: 'text' } },
} as const satisfies { readonly [Name in keyof LedgerRows]: Table<RowsOf[Name]> }

const HEAD: Table<LedgerHead> = {
  name: 'ledger_networks',
  key: [],
  columns: {
    identity: 'text',
    firstHeight: 'int8',
    height: 'int8',
    blockTime: 'timestamptz',
    totalSupply: 'numeric',
    maxSupply: 'numeric',
    totalStaked: 'numeric',
    rewardsPerEpoch: 'numeric',
    emissionAddress: 'text',
    emissionReward: 'numeric',
    baseApr: 'float8',
    epochLength: 'int8',
    indexedAt: 'timestamptz',
  },
}

/** A row from the driver, which returns 64-bit integers and decimals as text, so that no digit is lost. */
export type StoredRow<Row> = { readonly [Property in keyof Row]: Stored<Row[Property]> }

type Stored<Value> = Value extends bigint ? string : Value

type LedgerTable<Row> = {
  /** Inserts rows; a row with the key of an older row replaces it. */
  readonly write: (connection: Queryable, network: string, rows: readonly Row[]) => Promise<void>
  /** Columns for a select list, under the names of the properties. */
  readonly selectList: string
  /** Converts the result of such a select list into a row. */
  readonly read: (stored: StoredRow<Row>) => Row
}

/** The tables by their content. */
export const ledgerTables: { readonly [Name in keyof LedgerRows]: LedgerTable<RowsOf[Name]> } = {
  blocks: openTable<RowsOf['blocks']>(TABLES.blocks),
  transactions: openTable<RowsOf['transactions']>(TABLES.transactions),
  stakeVersions: openTable<RowsOf['stakeVersions']>(TABLES.stakeVersions),
  epochs: openTable<RowsOf['epochs']>(TABLES.epochs),
  assetVersions: openTable<RowsOf['assetVersions']>(TABLES.assetVersions),
  balanceVersions: openTable<RowsOf['balanceVersions']>(TABLES.balanceVersions),
  validators: openTable<RowsOf['validators']>(TABLES.validators),
  delegations: openTable<RowsOf['delegations']>(TABLES.delegations),
  accounts: openTable<RowsOf['accounts']>(TABLES.accounts),
}

/** The one row of a network. */
export const ledgerHeads: LedgerTable<LedgerHead> = openTable(HEAD)

/**
 * Functions that delete rows of blocks above a height, one per table; all rows when the height is below 0.
 */
export const rewinds = [
  prepareRewind('ledger_blocks'),
  prepareRewind('ledger_transactions'),
  prepareRewind('ledger_stake_versions'),
  prepareRewind('ledger_epochs'),
  prepareRewind('ledger_asset_versions'),
  prepareRewind('ledger_balance_versions'),
]

/** Functions that delete every row of a network whose key is not among the given rows. */
export const removeOthers = {
  validators: prepareRemoveOthers<RowsOf['validators']>(TABLES.validators),
  delegations: prepareRemoveOthers<RowsOf['delegations']>(TABLES.delegations),
  accounts: prepareRemoveOthers<RowsOf['accounts']>(TABLES.accounts),
}

type RowsAsJson = [network: string, rows: string]

function openTable<Row extends object>({ name, key, columns }: Table<Row>): LedgerTable<Row> {
  const properties = Object.entries<Kind>(columns)
  const names = properties.map(([property]) => columnName(property))
  const keys = ['network', ...key.map(columnName)]
  const updates = names
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  // PostgreSQL cannot compare JSON, and the JSON of a row never changes.
  const comparable = properties
    .filter(([, kind]) => kind !== 'json')
    .map(([property]) => columnName(property))
  const old = comparable.map((column) => `${name}.${column}`)
  const fresh = comparable.map((column) => `excluded.${column}`)

  const insert = prepare(`write_${name}`)<RowsAsJson, object>(`
    insert into ${name} (network, ${names.join(', ')})
    select $1, ${properties.map(([property]) => `"${property}"`).join(', ')} from ${givenRows(columns)}
    on conflict (${keys.join(', ')}) do update set ${updates.join(', ')}
    where (${old.join(', ')}) is distinct from (${fresh.join(', ')})
  `)
  return {
    async write(connection, network, rows) {
      if (rows.length > 0) await insert(connection, [network, toJson(rows)])
    },
    selectList: properties.map(([property]) => `${columnName(property)} as "${property}"`).join(', '),
    read: (stored) => readRow<Row>(stored, properties),
  }
}

function prepareRewind(name: BlockTable) {
  const remove = prepare(`rewind_${name}`)<[network: string, height: string], object>(
    `delete from ${name} where network = $1 and (height > $2::int8 or $2::int8 < 0)`,
  )
  return async (connection: Queryable, network: string, height: bigint): Promise<void> => {
    await remove(connection, [network, String(height)])
  }
}

function prepareRemoveOthers<Row extends object>({ name, key, columns }: Table<Row, StateTable>) {
  const match = key.map((property) => `given."${property}" = ${name}.${columnName(property)}`).join(' and ')
  const remove = prepare(`remove_other_${name}`)<RowsAsJson, object>(
    `delete from ${name} where network = $1 and not exists (select from ${givenRows(columns)} where ${match})`,
  )
  return async (connection: Queryable, network: string, rows: readonly Row[]): Promise<void> => {
    await remove(connection, [network, toJson(rows)])
  }
}

/** SQL for the rows in the second parameter, under the names of the properties. */
function givenRows(columns: Record<string, Kind>): string {
  const list = Object.entries(columns).map(([property, kind]) => `"${property}" ${kind}`)
  return `json_to_recordset($2::json) as given (${list.join(', ')})`
}

function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function readRow<Row extends object>(
  stored: StoredRow<Row>,
  properties: readonly (readonly [string, Kind])[],
): Row {
  const values = new Map<string, unknown>(Object.entries(stored))
  const read = properties.map(([property, kind]) => {
    const value = values.get(property)
    const isWhole = kind === 'int8' || kind === 'numeric'
    return [property, isWhole && typeof value === 'string' ? BigInt(value) : value]
  })
  // `Table<Row>` lists every property of the row with its kind.
  return Object.fromEntries(read) as Row
}
