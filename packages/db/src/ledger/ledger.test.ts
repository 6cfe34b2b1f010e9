import { expect, test } from 'vitest'
import {
  type LedgerHead,
  type LedgerRows,
  type LedgerWrite,
  listLedgerBlocks,
  noteLedgerTransaction,
  readLedger,
  readLedgerHead,
  writeLedger,
} from '../index.ts'
import { useTestDatabase } from '../testing.ts'

/** A snapshot without any optional part. */
const EMPTY_PARTS = {
  validators: [],
  delegations: [],
  accounts: [],
  stakeVersions: [],
  epochs: [],
  days: [],
  transactions: [],
  assets: [],
  balances: [],
}
const MAX = 18_446_744_073_709_551_615n
const LIMITS = { maxEpochs: 100, maxTransactions: 100 }
const NOTHING: LedgerRows = {
  blocks: [],
  transactions: [],
  stakeVersions: [],
  epochs: [],
  assetVersions: [],
  balanceVersions: [],
  validators: [],
  delegations: [],
  accounts: [],
}

const test1 = useTestDatabase()

test('a network that was never read has no rows', async () => {
  const { db } = test1
  expect(await readLedgerHead(db, 'none')).toBeNull()
  expect(await readLedger(db, 'none', LIMITS)).toBeNull()
})

test('ledger rows are read back exactly, and only those of the network', async () => {
  const { db } = test1
  const rows = rowsAt(7n)
  expect(await writeLedger(db, write('exact', { head: headAt(7n), rows }))).toBe('written')
  expect(await writeLedger(db, write('other', { head: headAt(1n) }))).toBe('written')
  const snapshot = await readLedger(db, 'exact', LIMITS)
  expect(snapshot).toEqual({
    head: headAt(7n),
    validators: rows.validators,
    delegations: rows.delegations,
    accounts: rows.accounts,
    stakeVersions: rows.stakeVersions,
    epochs: rows.epochs,
    days: [{ day: '2026-01-01', epochs: 3, minted: MAX, totalSupply: MAX, totalStaked: 5n }],
    transactions: rows.transactions,
    assets: rows.assetVersions.map((asset) => ({ ...asset, firstHeight: 7n })),
    balances: rows.balanceVersions,
  })
  expect(await listLedgerBlocks(db, 'exact')).toEqual(rows.blocks)
  expect((await readLedger(db, 'other', LIMITS))?.transactions).toEqual([])
  const part = await readLedger(db, 'exact', { ...LIMITS, parts: ['epochs'] })
  expect(part).toEqual({ ...EMPTY_PARTS, head: snapshot?.head, epochs: snapshot?.epochs })
})

test('writing again keeps one row for each key and deletes rows that are no longer listed', async () => {
  const { db } = test1
  const first = write('again', { head: headAt(7n), rows: rowsAt(7n) })
  await writeLedger(db, first)
  const second = { ...first, expected: first.head, head: headAt(8n) }
  expect(await writeLedger(db, second)).toBe('written')
  const once = await readLedger(db, 'again', LIMITS)
  expect(once?.transactions).toHaveLength(1)
  expect(once?.stakeVersions.filter(({ nodeId }) => nodeId === 'NodeID-A')).toHaveLength(1)

  const gone = { ...second, expected: second.head, head: headAt(9n), rows: NOTHING }
  expect(await writeLedger(db, gone)).toBe('written')
  const left = await readLedger(db, 'again', LIMITS)
  expect([left?.validators, left?.delegations, left?.accounts]).toEqual([[], [], []])
  expect(left?.transactions).toHaveLength(1)
})

test('one of several simultaneous writers of the same blocks succeeds', async () => {
  const { db } = test1
  const attempt = write('race', { head: headAt(7n), rows: rowsAt(7n) })
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => writeLedger(db, attempt)))
  expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
  expect(await writeLedger(db, attempt)).toBe('moved')
  expect((await readLedger(db, 'race', LIMITS))?.transactions).toHaveLength(1)
})

test('a write that fails in the middle leaves nothing', async () => {
  const { db } = test1
  const [block] = rowsAt(7n).blocks
  const broken = {
    ...NOTHING,
    blocks: block ? [block] : [],
    epochs: [{ ...rowsAt(7n).epochs[0], epoch: null }],
  }
  const attempt = write('broken', { head: headAt(7n), rows: broken as unknown as LedgerRows })
  await expect(writeLedger(db, attempt)).rejects.toThrow(/null value/)
  expect(await listLedgerBlocks(db, 'broken')).toEqual([])
  expect(await readLedgerHead(db, 'broken')).toBeNull()
})

test('rewinding deletes the blocks above a height, and all rows below height 0', async () => {
  const { db } = test1
  await writeLedger(db, write('fork', { head: headAt(7n), rows: rowsAt(7n) }))
  await writeLedger(db, write('fork', { expected: headAt(7n), head: headAt(9n), rows: rowsAt(9n) }))
  await noteLedgerTransaction(db, 'fork', {
    transaction: { ...transactionAt(1n, 'unknown-height'), height: null, position: null },
    max: 100,
  })
  const back = write('fork', { expected: headAt(9n), head: headAt(8n), rewindTo: 8n })
  expect(await writeLedger(db, back)).toBe('written')
  const kept = await readLedger(db, 'fork', LIMITS)
  expect(kept?.transactions.map(({ txId }) => txId).sort()).toEqual(['tx-7', 'unknown-height'])
  expect(kept?.epochs.map(({ epoch }) => epoch)).toEqual([7n])
  expect(kept?.balances.map(({ height }) => height)).toEqual([7n])
  expect(kept?.assets.map(({ height }) => height)).toEqual([7n])
  expect(kept?.stakeVersions.map(({ height }) => height)).toEqual([7n])

  const anew = { ...headAt(0n), identity: 'another' }
  await writeLedger(db, write('fork', { expected: headAt(8n), head: anew, rewindTo: -1n }))
  const emptied = await readLedger(db, 'fork', LIMITS)
  expect([emptied?.transactions, emptied?.epochs, emptied?.balances]).toEqual([[], [], []])
})

test('assets and balances are read in their present state; lists have the requested length, newest first', async () => {
  const { db } = test1
  await writeLedger(db, write('now', { head: headAt(7n), rows: rowsAt(7n) }))
  await writeLedger(db, write('now', { expected: headAt(7n), head: headAt(9n), rows: rowsAt(9n) }))
  const snapshot = await readLedger(db, 'now', { maxEpochs: 1, maxTransactions: 1 })
  expect(snapshot?.assets).toMatchObject([{ asset: 'asset', height: 9n, firstHeight: 7n }])
  expect(snapshot?.balances).toMatchObject([{ height: 9n, amount: MAX }])
  expect(snapshot?.epochs.map(({ epoch }) => epoch)).toEqual([9n])
  expect(snapshot?.transactions.map(({ txId }) => txId)).toEqual(['tx-9'])
  expect(snapshot?.days).toMatchObject([{ epochs: 6, minted: 2n * MAX }])
})

test('looked-up transactions are stored up to a maximum number', async () => {
  const { db } = test1
  const note = (txId: string) =>
    noteLedgerTransaction(db, 'noted', { transaction: transactionAt(1n, txId), max: 2 })
  expect([await note('a'), await note('b'), await note('c')]).toEqual([true, true, false])
})

function write(network: string, rest: Partial<LedgerWrite> & Pick<LedgerWrite, 'head'>): LedgerWrite {
  return { network, expected: null, rows: NOTHING, ...rest }
}

function timeOf(height: bigint): Date {
  return new Date(Date.UTC(2026, 0, 1) + Number(height) * 3000)
}

function headAt(height: bigint): LedgerHead {
  return {
    identity: 'net',
    firstHeight: 0n,
    height,
    blockTime: timeOf(height),
    totalSupply: MAX,
    maxSupply: 10n ** 19n,
    totalStaked: 5n,
    rewardsPerEpoch: 1n,
    emissionAddress: 'chain1e',
    emissionReward: 0n,
    baseApr: 0.25,
    epochLength: 10n,
    indexedAt: timeOf(height),
  }
}

function transactionAt(height: bigint, txId = `tx-${height}`) {
  return {
    txId,
    height,
    position: 0,
    blockTime: timeOf(height),
    signer: 'chain1a',
    success: false,
    failure: 'because',
    fee: MAX,
    units: ['1', '2', '3', '4', String(MAX)],
    actions: [{ type: 'transfer', value: String(MAX) }],
  }
}

function rowsAt(height: bigint): LedgerRows {
  const blockTime = timeOf(height)
  const stake = { isActive: true, stakedAmount: MAX, delegatedAmount: 1n, feeRate: 0.05 }
  return {
    blocks: [{ height, blockId: `id-${height}`, blockTime, transactionCount: 1, fees: MAX }],
    transactions: [transactionAt(height)],
    stakeVersions: [{ nodeId: 'NodeID-A', height, blockTime, ...stake }],
    epochs: [
      {
        epoch: height,
        firstEpoch: height - 2n,
        height,
        blockTime,
        minted: MAX,
        totalSupply: MAX,
        totalStaked: 5n,
        activeValidators: 1,
      },
    ],
    assetVersions: [
      {
        asset: 'asset',
        height,
        symbol: 'A',
        decimals: 9,
        metadata: "o'clock",
        supply: MAX,
        owner: 'chain1a',
      },
    ],
    balanceVersions: [{ address: 'chain1a', asset: 'asset', height, blockTime, amount: MAX }],
    validators: [
      {
        nodeId: 'NodeID-A',
        publicKey: 'key',
        state: 'active',
        stakedAmount: MAX,
        delegatedAmount: 1n,
        feeRate: 0.05,
        stakedReward: 1n,
        delegatedReward: 2n,
        registeredAmount: null,
        startBlock: 1n,
        endBlock: null,
        ownerAddress: null,
        rewardAddress: 'chain1a',
      },
    ],
    delegations: [
      { nodeId: 'NodeID-A', owner: 'chain1a', amount: 1n, startBlock: 1n, endBlock: 2n, isActive: true },
    ],
    accounts: [{ address: 'chain1a', name: 'ann' }],
  }
}
