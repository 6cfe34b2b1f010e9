import { useTestDatabase } from '@parley/db/testing'
import { type Chain, createChain, DEFAULT_GENESIS, type Script } from '@parley/ledger-node'
import { beforeAll, describe, expect, test } from 'vitest'
import { askerOf, chainAt, dump, indexWhole, START } from '../testing/networks.ts'
import { advanceLocal } from './advance-local.ts'

const HEIGHT = 30_456
const database = useTestDatabase()
let whole: Awaited<ReturnType<typeof dump>>

beforeAll(async () => {
  await indexWhole(database.db, 'whole', chainAt(HEIGHT))
  whole = await dump(database.db, 'whole')
})

describe('the stored rows of a local network', () => {
  const ask = askerOf(chainAt(HEIGHT))

  test('agree with the interface at their height', () => {
    const info = ask('emissionInfo')
    expect(whole.head).toMatchObject({
      height: BigInt(HEIGHT),
      totalSupply: info.totalSupply,
      totalStaked: info.totalStaked,
      rewardsPerEpoch: info.rewardsPerEpoch,
      emissionReward: info.emissionAccount.accumulatedReward,
      blockTime: new Date(START + HEIGHT * 3000),
    })
    const listed = ask('allValidators').validators
    expect(whole.validators).toHaveLength(listed.length)
    for (const entry of listed) {
      expect(whole.validators.find(({ nodeId }) => nodeId === entry.nodeID)).toMatchObject({
        state: entry.isActive ? 'active' : expect.stringMatching(/registered|unstaked/),
        stakedAmount: entry.stakedAmount,
        delegatedAmount: entry.delegatedAmount,
        stakedReward: entry.accumulatedStakedReward,
        delegatedReward: entry.accumulatedDelegatedReward,
      })
    }
  })

  test('contain every balance and asset of the network', () => {
    expect(whole.balances.length).toBeGreaterThan(20)
    for (const { address, asset, amount } of whole.balances) {
      expect(ask('balance', { address, asset })).toEqual({ amount })
    }
    expect(whole.assets.map(({ asset }) => asset)).toContain('CHN')
    expect(whole.assets.length).toBeGreaterThan(1)
    for (const { asset, supply, metadata } of whole.assets) {
      expect(ask('asset', { asset })).toMatchObject({ supply, metadata })
    }
  })

  test('contain every epoch once, and their sum is the minted amount', () => {
    const epochs = whole.epochs.toReversed()
    expect(epochs.map(({ epoch }) => epoch)).toEqual(
      Array.from({ length: Math.floor(HEIGHT / 10) }, (_, index) => BigInt(index + 1)),
    )
    const minted = epochs.reduce((sum, epoch) => sum + epoch.minted, 0n)
    expect(853_000_000n * 10n ** 9n + minted).toBe(whole.head.totalSupply)
    expect(whole.days.reduce((sum, day) => sum + day.minted, 0n)).toBe(minted)
    expect(whole.days.reduce((sum, day) => sum + day.epochs, 0)).toBe(epochs.length)
  })

  test('contain every transaction once with its block, and failed ones with their reason', () => {
    const { transactions } = chainAt(HEIGHT).timeline
    const past = [...transactions.values()].filter(({ height }) => height <= HEIGHT)
    expect(new Map(whole.transactions.map(({ txId, fee }) => [txId, fee]))).toEqual(
      new Map(past.map(({ txId, fee }) => [txId, fee])),
    )
    expect(whole.transactions).toHaveLength(past.length)
    const failed = whole.transactions.filter(({ success }) => !success)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.every(({ failure }) => failure !== null)).toBe(true)
    expect(whole.blocks.reduce((sum, block) => sum + block.transactionCount, 0)).toBe(past.length)
  })

  test('contain the stakes over time and the delegations', () => {
    const third = whole.stakeVersions.filter(({ nodeId }) => nodeId.startsWith('NodeID-91tW'))
    expect(third.map(({ height, isActive }) => [height, isActive])).toEqual([
      [420n, true],
      [2200n, true],
      [20_420n, false],
      [21_100n, true],
      [22_100n, true],
    ])
    const alice = chainAt(HEIGHT).script.accounts.alice ?? ''
    expect(whole.delegations).toContainEqual({
      nodeId: 'NodeID-MeH92mLBM3VrrwaPWnci955v2fBGsxY16',
      owner: alice,
      amount: 50_000n * 10n ** 9n,
      startBlock: 1010n,
      endBlock: 5_000_000n,
      isActive: true,
    })
    expect(whole.accounts).toContainEqual({ address: alice, name: 'alice' })
  })
})

describe('the rows are the same', () => {
  test.each([[[0, 1, 9, 10, 11, 400, 5000, 5001, 20_420, HEIGHT]], [[419, 420, 421, 12_345, HEIGHT]]])(
    'after starting again at the heights %j',
    async (heights) => {
      const network = `restarts ${heights}`
      for (const height of heights) await indexWhole(database.db, network, chainAt(height))
      expect(await dump(database.db, network)).toEqual(whole)
    },
  )

  test('when several processes read at the same time', async () => {
    const readers = Array.from({ length: 4 }, async () => {
      const chain = chainAt(HEIGHT)
      for (let rest = 15; rest > 0 && (await step('several', chain)) !== 'idle'; rest--);
    })
    await Promise.all(readers)
    await indexWhole(database.db, 'several', chainAt(HEIGHT))
    expect(await dump(database.db, 'several')).toEqual(whole)
  })

  test('after the clock was set back and then forward again', async () => {
    await indexWhole(database.db, 'clock', chainAt(HEIGHT + 500))
    await indexWhole(database.db, 'clock', chainAt(HEIGHT))
    expect(await dump(database.db, 'clock')).toEqual(whole)
    await indexWhole(database.db, 'clock', chainAt(300))
    await indexWhole(database.db, 'clock', chainAt(HEIGHT))
    expect(await dump(database.db, 'clock')).toEqual(whole)
  })

  test('after earlier transactions of the script changed', async () => {
    const { script } = chainAt(HEIGHT)
    const without = { ...script, transactions: script.transactions.filter((_, index) => index !== 150) }
    await indexWhole(database.db, 'past', chainAt(HEIGHT, without))
    expect(await dump(database.db, 'past')).not.toEqual(whole)
    await indexWhole(database.db, 'past', chainAt(HEIGHT))
    expect(await dump(database.db, 'past')).toEqual(whole)
  })

  test('after another network used the name and stopped writing', async () => {
    const { script } = chainAt(HEIGHT)
    const other = { ...script, epochLengthBlocks: 20 }
    await indexWhole(database.db, 'name', chainAt(HEIGHT, other))
    expect(await step('name', chainAt(HEIGHT))).toBe('elsewhere')
    const later = later61Seconds(chainAt(HEIGHT))
    while ((await step('name', chainAt(HEIGHT), later)) === 'more');
    expect(await dump(database.db, 'name')).toEqual(whole)
  })
})

test('a script with one more future block is continued, not read again', async () => {
  const { script } = chainAt(500)
  const early = { ...script, transactions: script.transactions.filter(({ height }) => height <= 500) }
  await indexWhole(database.db, 'grown', chainAt(500, early))
  const [first] = (await dump(database.db, 'grown')).blocks
  await indexWhole(database.db, 'grown', chainAt(800))
  await indexWhole(database.db, 'fresh', chainAt(800))
  const grown = await dump(database.db, 'grown')
  expect(grown).toEqual(await dump(database.db, 'fresh'))
  expect(grown.blocks[0]).toEqual(first)
})

test('a network without validators and transactions is also read', async () => {
  const script: Script = {
    genesisTime: new Date(START).toISOString(),
    epochLengthBlocks: 10,
    consensusValidators: [],
    accounts: {},
    transactions: [],
  }
  const chain = createChain({ genesis: DEFAULT_GENESIS, script, now: () => START + 25 * 3000 })
  await indexWhole(database.db, 'bare', chain)
  const bare = await dump(database.db, 'bare')
  expect(bare.validators).toEqual([])
  expect(bare.epochs.map(({ epoch, minted }) => [epoch, minted])).toEqual([
    [2n, 0n],
    [1n, 0n],
  ])
})

function step(network: string, chain: Chain, now = () => new Date(chain.now())) {
  return advanceLocal({ db: database.db, network, chain, isCompared: false, now })
}

function later61Seconds(chain: Chain) {
  return () => new Date(chain.now() + 61_000)
}
