import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeLedger, readLedgerTables } from '../index.ts'
import { askerOf, chainAt, indexWhole } from '../testing/networks.ts'

type Row = Readonly<Record<string, string | number | boolean | null>>

const HEIGHT = 30_456
const chain = chainAt(HEIGHT)
const ask = askerOf(chain)
const database = useTestDatabase()
let tables: Map<string, Row[]>

beforeAll(async () => {
  await indexWhole(database.db, 'local', chain)
  const names = describeLedger('local').tables.map(({ name }) => name)
  const read = await readLedgerTables(database.db, 'local', names)
  tables = new Map(read?.tables.map(({ name, lines }) => [name, [...lines].map((line) => JSON.parse(line))]))
})

const rowsOf = (name: string) => tables.get(name) ?? []
/** Converts an amount of whole units to smallest units. */
function exactly(text: Row[string]): bigint {
  const [whole = '', fraction = ''] = String(text).split('.')
  return BigInt(whole + fraction.padEnd(9, '0'))
}

describe('the tables agree with the interface of the network', () => {
  test('of every validator', () => {
    const { validators } = ask('allValidators')
    expect(rowsOf('validators')).toHaveLength(validators.length)
    for (const one of validators) {
      const row = rowsOf('validators').find(({ node_id }) => node_id === one.nodeID)
      expect(row).toMatchObject({
        is_active: one.isActive,
        public_key: one.publicKey,
        delegation_fee_rate: Number(one.delegationFeeRate),
      })
      expect(exactly(row?.staked_amount ?? '')).toBe(one.stakedAmount)
      expect(exactly(row?.total_stake ?? '')).toBe(one.stakedAmount + one.delegatedAmount)
      expect(exactly(row?.delegated_reward ?? '')).toBe(one.accumulatedDelegatedReward)
    }
  })

  test('of the whole network', () => {
    const info = ask('emissionInfo')
    const [supply, ...others] = rowsOf('supply')
    expect(others).toEqual([])
    expect(supply?.height).toBe(String(HEIGHT))
    expect(exactly(supply?.total_supply ?? '')).toBe(info.totalSupply)
    expect(exactly(supply?.total_staked ?? '')).toBe(info.totalStaked)
    expect(exactly(supply?.max_supply ?? '')).toBe(BigInt(info.maxSupply))
  })

  test('of balances and transactions', () => {
    const transactions = rowsOf('transactions')
    expect(transactions.length).toBeGreaterThan(200)
    expect(transactions.some(({ success }) => success === false)).toBe(true)
    const [{ tx_id, fee } = {}] = transactions
    expect(exactly(fee ?? '')).toBe(ask('tx', { txId: tx_id }).fee)
    const rich = rowsOf('balances').filter(({ asset_symbol }) => asset_symbol === 'CHN')
    expect(rich.length).toBeGreaterThan(5)
    for (const { address, balance } of rich)
      expect(exactly(balance ?? '')).toBe(ask('balance', { address, asset: 'CHN' }).amount)
  })
})

describe('tables agree with each other', () => {
  const sum = (rows: readonly Row[], column: string) =>
    rows.reduce((total, row) => total + exactly(row[column] ?? ''), 0n)

  test('stakes agree with validators and with the supply', () => {
    const active = rowsOf('stakes').filter(({ is_active }) => is_active)
    expect(sum(active, 'amount')).toBe(sum(rowsOf('validators'), 'total_stake'))
    expect(sum(active, 'amount')).toBe(exactly(rowsOf('supply')[0]?.total_staked ?? ''))
  })

  test('epochs agree with days', () => {
    expect(rowsOf('emission_epochs')).toHaveLength(HEIGHT / 10 - 0.6)
    expect(sum(rowsOf('emission_epochs'), 'minted_amount')).toBe(
      sum(rowsOf('emission_days'), 'minted_amount'),
    )
    expect(rowsOf('emission_days').map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02'])
  })

  test('actions agree with transactions', () => {
    const ids = new Set(rowsOf('transactions').map(({ tx_id }) => tx_id))
    expect(rowsOf('actions').every(({ tx_id }) => ids.has(tx_id ?? ''))).toBe(true)
    const counted = rowsOf('transactions').reduce(
      (total, { action_count }) => total + Number(action_count),
      0,
    )
    expect(rowsOf('actions')).toHaveLength(counted)
  })

  test('the newest entries of the stake history agree with the present stakes', () => {
    for (const { node_id, total_stake } of rowsOf('validators')) {
      const newest = rowsOf('stake_history')
        .filter((row) => row.node_id === node_id)
        .at(-1)
      if (newest) expect(newest.total_stake).toBe(total_stake)
    }
  })
})

test('every row has the described columns', () => {
  const { tables: described } = describeLedger('local')
  expect([...tables.keys()]).toEqual(described.map(({ name }) => name))
  for (const { name, columns } of described) {
    expect(columns.every(({ description }) => description.endsWith('.'))).toBe(true)
    for (const row of rowsOf(name)) expect(Object.keys(row)).toEqual(columns.map((column) => column.name))
  }
})

test('a link leads from a column to the column of the same name in another table', () => {
  const { tables: described } = describeLedger('local')
  for (const { keys, columns } of described) {
    for (const { columns: own, table, tableColumns } of keys) {
      expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...own]))
      const other = described.find(({ name }) => name === table)?.columns.map(({ name }) => name)
      expect(other).toEqual(expect.arrayContaining([...tableColumns]))
    }
  }
  expect(described.find(({ name }) => name === 'actions')?.keys).toHaveLength(3)
})

test('only the description of a node says that its history starts with the first read', () => {
  const [local, node] = [describeLedger('local'), describeLedger('node')]
  const said = 'History starts when this service began to watch the network'
  expect(node.description).toContain(said)
  expect(JSON.stringify(local)).not.toContain(said)
  const history = node.tables.filter(({ description }) => description.includes(said)).map(({ name }) => name)
  expect(history).toEqual(['stake_history', 'emission_epochs', 'emission_days', 'transactions', 'actions'])
})

test('a network that was never read has no tables', async () => {
  expect(await readLedgerTables(database.db, 'unseen', ['supply'])).toBe(null)
})

test('each table can be read alone', async () => {
  for (const [name, rows] of tables) {
    const read = await readLedgerTables(database.db, 'local', [name])
    const [table, ...others] = read?.tables ?? []
    expect(read?.blockHeight).toBe(HEIGHT)
    expect(others).toEqual([])
    expect([...(table?.lines ?? [])].map((line) => JSON.parse(line))).toEqual(rows)
  }
})
