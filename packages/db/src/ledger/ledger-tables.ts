import { type Connection, prepare } from '../statement.ts'
import type { LedgerHead, LedgerRows } from './ledger-rows.ts'

/** How a property is kept. `int8` and `numeric` are bigints outside. */
type Kind = 'text' | 'int8' | 'numeric' | 'int4' | 'float8' | 'bool' | 'timestamptz' | 'json'

type Table<Row> = {
  readonly name: string
  /** Beside the network. */
  readonly key: readonly (keyof Row & string)[]
  readonly columns: { readonly [Property in keyof Row]: Kind }
}

type RowsOf = { [Name in keyof LedgerRows]: LedgerRows[Name][number] }

const STAKE = { stakedAmount: 'numeric', delegatedAmount: 'numeric', feeRate: 'float8' } as const

const TABLES: { readonly [Name in keyof LedgerRows]: Table<RowsOf[Name]> } = {
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
}

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

/** What can be done with the rows of a table of one network. */
export type LedgerTable<Row> = {
  /** Adds rows; one with the key of an older row takes its place. */
  readonly write: (connection: Connection, network: string, rows: readonly Row[]) => Promise<void>
  /** Removes every row whose key is not among these. */
  readonly removeOthers: (connection: Connection, network: string, rows: readonly Row[]) => Promise<void>
  /** Removes what is of blocks above a height; everything for one below 0. */
  readonly rewind: (connection: Connection, network: string, height: bigint) => Promise<void>
  /** Columns for a select list, under the names of the properties. */
  readonly selectList: string
  /** Turns what such a select list yields into a row. */
  readonly read: (raw: object) => Row
}

/** The tables by what they hold. */
export const ledgerTables: { readonly [Name in keyof LedgerRows]: LedgerTable<RowsOf[Name]> } = {
  blocks: openTable(TABLES.blocks),
  transactions: openTable(TABLES.transactions),
  stakeVersions: openTable(TABLES.stakeVersions),
  epochs: openTable(TABLES.epochs),
  assetVersions: openTable(TABLES.assetVersions),
  balanceVersions: openTable(TABLES.balanceVersions),
  validators: openTable(TABLES.validators),
  delegations: openTable(TABLES.delegations),
  accounts: openTable(TABLES.accounts),
}

/** The one row of a network. */
export const ledgerHeads: LedgerTable<LedgerHead> = openTable(HEAD)

type RowsAsJson = [network: string, rows: string]

function openTable<Row extends object>({ name, key, columns }: Table<Row>): LedgerTable<Row> {
  const properties = Object.entries<Kind>(columns)
  const names = properties.map(([property]) => columnName(property))
  const given = `json_to_recordset($2::json) as given (${properties.map(([property, kind]) => `"${property}" ${kind}`)})`
  const keys = ['network', ...key.map(columnName)]
  const updates = names
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  // JSON cannot be compared; what holds it never changes.
  const comparable = properties
    .filter(([, kind]) => kind !== 'json')
    .map(([property]) => columnName(property))
  const old = comparable.map((column) => `${name}.${column}`)
  const fresh = comparable.map((column) => `excluded.${column}`)

  const insert = prepare<RowsAsJson, object>(
    `write_${name}`,
    `insert into ${name} (network, ${names}) select $1, ${properties.map(([property]) => `"${property}"`)} from ${given}
     on conflict (${keys}) do update set ${updates} where (${old}) is distinct from (${fresh})`,
  )
  const match = key.map((property) => `given."${property}" = ${name}.${columnName(property)}`).join(' and ')
  const remove = prepare<RowsAsJson, object>(
    `remove_other_${name}`,
    `delete from ${name} where network = $1 and not exists (select from ${given} where ${match || 'true'})`,
  )
  const removeAbove = prepare<[network: string, height: string], object>(
    `rewind_${name}`,
    `delete from ${name} where network = $1 and (height > $2::int8 or $2::int8 < 0)`,
  )
  return {
    async write(connection, network, rows) {
      if (rows.length > 0) await insert(connection, [network, toJson(rows)])
    },
    async removeOthers(connection, network, rows) {
      await remove(connection, [network, toJson(rows)])
    },
    async rewind(connection, network, height) {
      await removeAbove(connection, [network, String(height)])
    },
    selectList: properties.map(([property]) => `${columnName(property)} as "${property}"`).join(', '),
    read: (raw) => readRow<Row>(raw, properties),
  }
}

function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** The driver gives 64-bit integers and decimals as text, to lose no digit. */
function readRow<Row extends object>(raw: object, properties: readonly (readonly [string, Kind])[]): Row {
  const values = new Map<string, unknown>(Object.entries(raw))
  const read = properties.map(([property, kind]) => {
    const value = values.get(property)
    const isWhole = kind === 'int8' || kind === 'numeric'
    return [property, isWhole && typeof value === 'string' ? BigInt(value) : value]
  })
  // The columns table of the row's own type says what is in each of them.
  return Object.fromEntries(read) as Row
}
