import { describe, expect, test } from 'vitest'
import type { Action } from '../actions/kinds.ts'
import { createChain, type ExecutedTransaction, readEmission } from '../index.ts'
import { TOKEN } from '../rules/constants.ts'
import type { ScriptedTransaction } from '../script/script.ts'
import { readTable } from '../state/table.ts'
import {
  PEOPLE,
  pick,
  SMALL_GENESIS,
  smallScript,
  VALIDATOR_KEYS,
  VALIDATORS,
} from '../testing/small-network.ts'

const ann = pick(PEOPLE, 0)
const ben = pick(PEOPLE, 1)
const first = pick(VALIDATORS, 0).nodeID
const second = pick(VALIDATORS, 1).nodeID
const firstKey = pick(VALIDATOR_KEYS, 0)
const secondKey = pick(VALIDATOR_KEYS, 1)
/** The amount that a network of one validator with a million tokens mints in an epoch of ten blocks. */
const EPOCH = (1_000_000n * TOKEN * 25n * 30n) / (100n * 31_536_000n)

describe('a validator', () => {
  const chain = network([register(5, { start: 12, end: 42 })])

  test('is pending until its start and active until its end, exactly at those blocks', () => {
    const activeAt = (height: number) => readEmission(chain, height).validators.get(first)?.isActive
    expect([4, 5, 11, 12, 41, 42].map(activeAt)).toEqual([undefined, false, false, true, true, false])
    expect(readEmission(chain, 11).totalStaked).toBe(0n)
    expect(readEmission(chain, 12).totalStaked).toBe(1_000_000n * TOKEN)
    expect(readEmission(chain, 42).totalStaked).toBe(0n)
  })

  test('earns every epoch that ends while it is active, once', () => {
    const start = readEmission(chain, 0).totalSupply
    const minted = (height: number) => readEmission(chain, height).totalSupply - start
    expect([12, 19, 20, 29, 30, 40, 41, 10_000_000].map(minted)).toEqual([
      0n,
      0n,
      EPOCH,
      EPOCH,
      2n * EPOCH,
      3n * EPOCH,
      3n * EPOCH,
      3n * EPOCH,
    ])
    expect(readEmission(chain, 40).validators.get(first)?.accumulatedStakedReward).toBe(3n * EPOCH)
  })

  test('whose start block has passed starts in the block that registers it', () => {
    const late = network([register(5, { start: 4, end: 42 })])
    expect(readEmission(late, 5).validators.get(first)?.isActive).toBe(true)
  })

  test('can be registered by its own key only', () => {
    const stranger = network([register(5, { start: 12, end: 42, signer: secondKey })])
    expect(outcomes(stranger)).toEqual(['unauthorized'])
    const person = network([register(5, { start: 12, end: 42, signer: ann })])
    expect(outcomes(person)).toEqual(['unauthorized'])
  })

  test.each([
    ['too little', { tokens: 99n }, 'invalid stake amount'],
    ['too much', { tokens: 100_000_001n }, 'invalid stake amount'],
    ['more than it has', { tokens: 60_000_000n }, /^invalid balance/],
    ['from the past', { start: 3 }, 'invalid stake start block'],
    ['backwards', { start: 50 }, 'invalid stake end block'],
    ['too short', { end: 31 }, 'invalid stake duration'],
    ['too long', { end: 12 + 10_483_201 }, 'invalid stake duration'],
    ['almost free of charge', { fee: 1n }, 'delegation fee rate must be from 2 to 100'],
    ['above all', { fee: 101n }, 'delegation fee rate must be from 2 to 100'],
  ])('may not stake %s', (_how, change, reason) => {
    expect(outcomes(network([register(5, { start: 12, end: 42, ...change })]))).toEqual([
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ])
  })

  test('withdraws stake and rewards after its end, stays listed, and can register again', () => {
    const back = network([
      register(5, { start: 12, end: 42 }),
      by(firstKey, 42, { type: 'withdrawValidatorStake', nodeID: first, rewardAddress: ann }),
      by(secondKey, 43, { type: 'withdrawValidatorStake', nodeID: first, rewardAddress: ann }),
      by(firstKey, 44, { type: 'withdrawValidatorStake', nodeID: first, rewardAddress: ann }),
      register(45, { start: 46, end: 90 }),
    ])
    expect(outcomes(back)).toEqual(['', 'stake not ended', 'unauthorized', '', ''])
    const result = [...back.timeline.transactions.values()][3]
    expect(result?.outputs).toEqual([{ stakedAmount: 1_000_000n * TOKEN, rewardAmount: rewardAt(back, 43) }])
    expect(readEmission(back, 44).validators.get(first)).toMatchObject({ isActive: false, stakedAmount: 0n })
    expect(readTable(back.timeline.tables.validatorStakes, first, 43)).toBeDefined()
    expect(readTable(back.timeline.tables.validatorStakes, first, 44)).toBeUndefined()
    expect(readEmission(back, 46).validators.get(first)?.isActive).toBe(true)
  })

  test('lets its reward address claim once it has ended', () => {
    const claims = network([
      register(5, { start: 12, end: 42 }),
      by(firstKey, 41, { type: 'claimValidatorStakeRewards', nodeID: first }),
      by(ann, 50, { type: 'claimValidatorStakeRewards', nodeID: first }),
      by(firstKey, 51, { type: 'claimValidatorStakeRewards', nodeID: first }),
    ])
    expect(outcomes(claims)).toEqual(['', 'stake not ended', 'unauthorized', ''])
    expect(readEmission(claims, 51).validators.get(first)?.accumulatedStakedReward).toBe(0n)
    const paid = [...claims.timeline.transactions.values()][3]?.outputs[0]?.rewardAmount
    expect(paid).toBe(rewardAt(claims, 50))
    expect(paid).toBeGreaterThan(3n * EPOCH)
  })
})

describe('delegators', () => {
  const registered = register(1, { start: 2, end: 82, fee: 25n })

  test('get the delegated part minus the fee, by stake, for the epochs in which they were active', () => {
    const chain = network([
      registered,
      delegate(ann, 3, { start: 5, end: 30, tokens: 100_000n }),
      delegate(ben, 3, { start: 15, end: 200, tokens: 300_000n }),
      by(ann, 35, { type: 'undelegateUserStake', nodeID: first, rewardAddress: ann }),
      by(ben, 36, { type: 'claimDelegationStakeRewards', nodeID: first, userStakeAddress: ben }),
    ])
    const { validators } = readEmission(chain, 20)
    expect(validators.get(first)?.delegatedAmount).toBe(400_000n * TOKEN)
    const [, , , left, claimed] = [...chain.timeline.transactions.values()]
    // Epoch 1 belongs to ann alone and epoch 2 to both; in the block of epoch 3 ann's stake has just ended.
    const epoch = (tokens: bigint) => (tokens * TOKEN * 25n * 30n * 75n) / (100n * 31_536_000n * 100n)
    expect(near(left?.outputs[0]?.rewardAmount, epoch(100_000n) * 2n)).toBe(true)
    expect(near(claimed?.outputs[0]?.rewardAmount, epoch(300_000n) * 2n)).toBe(true)
  })

  test('share the fees of an epoch when it ends', () => {
    const paidWith = (...others: ScriptedTransaction[]) => {
      const claim: Action = { type: 'claimDelegationStakeRewards', nodeID: first, userStakeAddress: ann }
      const chain = network([
        registered,
        delegate(ann, 2, { start: 3, end: 82, tokens: 1_000_000n }),
        ...others,
        by(ann, 45, claim),
      ])
      return [...chain.timeline.transactions.values()].at(-1)?.outputs[0]?.rewardAmount ?? 0n
    }
    const send: Action = { type: 'transfer', to: ann, asset: 'CHN', value: 1n }
    // Half of 32,100 is for validators, half of that for the delegated stake. Of the latter, ann gets three quarters.
    expect(paidWith(by(ben, 12, send)) - paidWith()).toBe(6018n)
    expect(paidWith(by(ben, 12, send), by(ben, 20, send)) - paidWith()).toBe(2n * 6018n)
  })

  test('stay within the period of their validator', () => {
    const chain = network([registered, delegate(ben, 2, { start: 2, end: 9000, tokens: 25n })])
    expect(readTable(chain.timeline.tables.userStakes, `${ben} ${first}`, 2)).toMatchObject({
      stakeStartBlock: 2,
      stakeEndBlock: 82,
    })
    expect(readEmission(chain, 82)).toMatchObject({ totalStaked: 0n })
  })

  test('can claim the same rewards again, but never more than the pool holds', () => {
    const claim: Action = { type: 'claimDelegationStakeRewards', nodeID: first, userStakeAddress: ann }
    const chain = network([
      registered,
      delegate(ann, 2, { start: 3, end: 82, tokens: 1000n }),
      by(ann, 25, claim),
      by(ann, 26, claim),
      by(ben, 27, claim),
    ])
    expect(outcomes(chain)).toEqual(['', '', '', '', 'unauthorized'])
    const [, , once, twice] = [...chain.timeline.transactions.values()]
    expect(once?.outputs[0]?.rewardAmount).toBeGreaterThan(0n)
    expect(twice?.outputs[0]?.rewardAmount).toBeLessThan(once?.outputs[0]?.rewardAmount ?? 0n)
    // The second claim emptied the pool; its own fee then added to the pool.
    expect(readEmission(chain, 26).validators.get(first)?.accumulatedDelegatedReward).toBeLessThan(100n)
  })

  test('keep a withdrawn validator listed until the last of them leaves', () => {
    const chain = network([
      register(1, { start: 2, end: 30 }),
      delegate(ann, 3, { start: 5, end: 25, tokens: 1000n }),
      by(firstKey, 40, { type: 'withdrawValidatorStake', nodeID: first, rewardAddress: firstKey }),
      by(ann, 41, { type: 'undelegateUserStake', nodeID: first, rewardAddress: ben }),
    ])
    expect(outcomes(chain)).toEqual(['', '', '', ''])
    expect(readEmission(chain, 40).validators.has(first)).toBe(true)
    expect(readEmission(chain, 41).validators.has(first)).toBe(false)
  })

  test.each<[string, ScriptedTransaction[], string]>([
    [
      'to a validator without a stake',
      [delegate(ann, 3, { node: second })],
      'validator not yet registered for staking',
    ],
    ['twice', [delegate(ann, 3, {}), delegate(ann, 4, {})], 'user already staked'],
    ['too little', [delegate(ann, 3, { tokens: 24n })], 'staked amount must be at least 25'],
    ['backwards', [delegate(ann, 3, { start: 9, end: 9 })], 'invalid stake end block'],
    ['from the past', [delegate(ann, 5, { start: 3 })], 'invalid stake start block'],
    ['after the validator', [delegate(ann, 5, { start: 82, end: 90 })], 'invalid stake start block'],
  ])('may not delegate %s', (_how, transactions, reason) => {
    expect(outcomes(network([registered, ...transactions])).at(-1)).toBe(reason)
  })
})

describe('fees', () => {
  test('are split between the emission account and the validators by stake, each fee once', () => {
    const chain = network([
      register(1, { start: 2, end: 82 }),
      register(1, { start: 2, end: 82, node: second, signer: secondKey, tokens: 3_000_000n }),
      by(ann, 5, { type: 'transfer', to: ben, asset: 'CHN', value: 1n }),
    ])
    const before = readEmission(chain, 4)
    const after = readEmission(chain, 5)
    expect(after.accountReward - before.accountReward).toBe(16_050n)
    const gain = (nodeID: typeof first) =>
      (after.validators.get(nodeID)?.accumulatedStakedReward ?? 0n) -
      (before.validators.get(nodeID)?.accumulatedStakedReward ?? 0n)
    expect([gain(first), gain(second)]).toEqual([4012n, 12_037n])
    expect(after.lostAmount - before.lostAmount).toBe(1n)
  })

  test('of the validators are not distributed when nothing is staked', () => {
    const chain = network([by(ann, 5, { type: 'transfer', to: ben, asset: 'CHN', value: 1n })])
    expect(readEmission(chain, 5)).toMatchObject({ accountReward: 16_050n, lostAmount: 16_050n })
  })

  test('are charged for a failed transaction, which has no other effect', () => {
    const chain = network([
      by(
        ann,
        5,
        { type: 'transfer', to: ben, asset: 'CHN', value: 1n },
        { type: 'burnAsset', asset: 'CHN', value: 0n },
      ),
    ])
    expect(outcomes(chain)).toEqual(['value is zero'])
    const held = readTable(chain.timeline.tables.balances, `${ann} CHN`, 5)
    expect(held).toBe(50_000_000n * TOKEN - ([...chain.timeline.transactions.values()][0]?.fee ?? 0n))
    expect(readTable(chain.timeline.tables.balances, `${ben} CHN`, 5)).toBe(50_000_000n * TOKEN)
  })
})

function network(transactions: ScriptedTransaction[]) {
  return createChain({ genesis: SMALL_GENESIS, script: smallScript(transactions) })
}

function by(signer: typeof ann, height: number, ...actions: Action[]): ScriptedTransaction {
  return { height, signer, actions }
}

type Registration = {
  start: number
  end: number
  tokens?: bigint
  fee?: bigint
  node?: typeof first
  signer?: typeof ann
}

function register(height: number, { start, end, tokens = 1_000_000n, fee = 10n, ...rest }: Registration) {
  return by(rest.signer ?? firstKey, height, {
    type: 'registerValidatorStake',
    nodeID: rest.node ?? first,
    stakeStartBlock: start,
    stakeEndBlock: end,
    stakedAmount: tokens * TOKEN,
    delegationFeeRate: fee,
    rewardAddress: rest.signer ?? firstKey,
  })
}

function delegate(
  signer: typeof ann,
  height: number,
  {
    start = 10,
    end = 60,
    tokens = 100n,
    node = first,
  }: { start?: number; end?: number; tokens?: bigint; node?: typeof first },
): ScriptedTransaction {
  return by(signer, height, {
    type: 'delegateUserStake',
    nodeID: node,
    stakeStartBlock: start,
    stakeEndBlock: end,
    stakedAmount: tokens * TOKEN,
    rewardAddress: signer,
  })
}

function outcomes(chain: ReturnType<typeof network>): string[] {
  return [...chain.timeline.transactions.values()].map(({ failure = '' }: ExecutedTransaction) => failure)
}

function rewardAt(chain: ReturnType<typeof network>, height: number): bigint | undefined {
  return readEmission(chain, height).validators.get(first)?.accumulatedStakedReward
}

/** Equal except for fees, which delegators also share, and for rounding. */
function near(amount: bigint | undefined, expected: bigint): boolean {
  return amount !== undefined && amount >= expected - 3n && amount < expected + 200_000n
}
