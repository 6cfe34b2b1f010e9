import { noteLedgerTransaction } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { createLedgerClient, type LedgerClient } from '@parley/ledger'
import { type Chain, type RpcServer, startRpcServer } from '@parley/ledger-node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteLookUp } from '../index.ts'
import { askerOf, chainAt, dump } from '../testing/networks.ts'
import { advanceNode } from './advance-node.ts'

const database = useTestDatabase()
let server: RpcServer
let client: LedgerClient
let chain: Chain
let seconds = 0

beforeAll(async () => {
  server = await startRpcServer(() => chain, { port: 0 })
  client = createLedgerClient({ rpcUrl: server.url, retries: 0 })
})
afterAll(async () => {
  await server.close()
})
beforeEach(() => {
  seconds = 0
})

/** Reads the node fifteen seconds after the last read. */
function look(network: string, watchedAddresses: string[] = []) {
  seconds += 15
  const now = () => new Date(Date.UTC(2026, 0, 10) + seconds * 1000)
  return advanceNode({ db: database.db, network, client, watchedAddresses, now })
}

test('the first read stores the present state, and history begins there', async () => {
  chain = chainAt(30_456)
  const [alice] = Object.values(chain.script.accounts).slice(3)
  expect(await look('first', alice === undefined ? [] : [alice])).toBe('written')
  const kept = await dump(database.db, 'first')
  expect(kept.head).toMatchObject({ height: 30_456n, firstHeight: 30_456n })
  expect(kept.epochs).toEqual([])
  expect(kept.validators.map(({ state }) => state).sort()).toEqual([
    'active',
    'active',
    'active',
    'unstaked',
    'unstaked',
  ])
  expect(
    kept.validators.find(({ registeredAmount }) => registeredAmount === 12_000_000n * 10n ** 9n),
  ).toMatchObject({ state: 'active', startBlock: 40n, endBlock: 10_400_000n })
  expect(kept.stakeVersions.map(({ height, isActive }) => [height, isActive])).toEqual(
    Array(3).fill([30_456n, true]),
  )
  const ask = askerOf(chain)
  expect(kept.balances.map(({ address }) => address)).toContain(alice)
  for (const { address, asset, amount } of kept.balances) {
    expect(ask('balance', { address, asset })).toEqual({ amount })
  }
})

test('epochs have no gap, also after a long pause between two reads', async () => {
  for (const height of [1000, 1004, 1010, 1011, 1029, 21_005, 21_005, 21_020]) {
    chain = chainAt(height)
    await look('epochs')
  }
  const kept = await dump(database.db, 'epochs')
  const epochs = kept.epochs.toReversed()
  expect(epochs.map(({ firstEpoch, epoch }) => [firstEpoch, epoch])).toEqual([
    [101n, 101n],
    [102n, 102n],
    [103n, 2100n],
    [2101n, 2102n],
  ])
  chain = chainAt(1000)
  const before = askerOf(chain)('emissionInfo').totalSupply
  expect(epochs.reduce((sum, { minted }) => sum + minted, 0n)).toBe(kept.head.totalSupply - before)
  expect(kept.head.firstHeight).toBe(1000n)
})

test('a stake starts at the read that saw it change', async () => {
  for (const height of [300, 1020, 1310, 20_500, 22_500]) {
    chain = chainAt(height)
    await look('stakes')
  }
  const { stakeVersions } = await dump(database.db, 'stakes')
  const third = stakeVersions.filter(({ nodeId }) => nodeId.startsWith('NodeID-91tW'))
  expect(third.map(({ height, isActive }) => [height, isActive])).toEqual([
    [1020n, true],
    [20_500n, false],
    [22_500n, true],
  ])
})

test('a second read within seconds is skipped when another process has just read', async () => {
  chain = chainAt(500)
  expect(await look('twice')).toBe('written')
  seconds -= 10
  expect(await look('twice')).toBe('elsewhere')
  const looks = await Promise.all([look('twice'), look('twice'), look('twice')])
  expect(looks.filter((outcome) => outcome === 'written')).toHaveLength(1)
})

test('a network that restarted, or whose height has decreased, is read from the beginning', async () => {
  for (const height of [1000, 1100]) {
    chain = chainAt(height)
    await look('anew')
  }
  chain = chainAt(50)
  await look('anew')
  const kept = await dump(database.db, 'anew')
  expect(kept.head).toMatchObject({ height: 50n, firstHeight: 50n })
  expect(kept.epochs).toEqual([])
  expect(kept.balances.every(({ height }) => height === 50n)).toBe(true)
})

test('a node that fails during a read leaves the stored rows unchanged, and a later read continues', async () => {
  chain = chainAt(1000)
  await look('breaks')
  const before = await dump(database.db, 'breaks')
  await server.close()
  await expect(look('breaks')).rejects.toMatchObject({ code: 'transport' })
  expect(await dump(database.db, 'breaks')).toEqual(before)

  chain = chainAt(1025)
  server = await startRpcServer(() => chain, { port: 0 })
  client = createLedgerClient({ rpcUrl: server.url, retries: 0 })
  await look('breaks')
  expect((await dump(database.db, 'breaks')).epochs).toMatchObject([{ firstEpoch: 101n, epoch: 102n }])
})

test('a record that a client looked up is stored', async () => {
  chain = chainAt(30_456)
  await look('lookups')
  const { db } = database
  const [txId = ''] = chain.timeline.transactions.keys()
  const created = [...chain.timeline.transactions.values()].flatMap(({ outputs }) =>
    outputs.flatMap(({ assetId }) => assetId ?? []),
  )
  const [asset = ''] = created
  const answer = (method: string, params: object) =>
    JSON.stringify(askerOf(chain)(method, params), bigIntAsNumber)
  await noteLookUp(db, 'lookups', { method: 'tx', params: { txId }, result: answer('tx', { txId }) })
  await noteLookUp(db, 'lookups', { method: 'tx', params: { txId }, result: answer('tx', { txId }) })
  await noteLookUp(db, 'lookups', { method: 'asset', params: { asset }, result: answer('asset', { asset }) })
  await noteLookUp(db, 'lookups', { method: 'asset', params: { asset: 'CHN' }, result: '{}' })
  await noteLookUp(db, 'lookups', { method: 'tx', params: { txId: 'x' }, result: '{"nonsense":1}' })
  const kept = await dump(db, 'lookups')
  expect(kept.transactions).toMatchObject([{ txId, height: null, success: true }])
  expect(kept.assets.map((one) => one.asset).sort()).toEqual(['CHN', asset].sort())

  await look('lookups')
  expect((await dump(db, 'lookups')).assets).toEqual(kept.assets)
  const transaction = kept.transactions[0]
  if (transaction) expect(await noteLedgerTransaction(db, 'lookups', { transaction, max: 1 })).toBe(false)
})

function bigIntAsNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
