import { encodeNodeId } from '@parley/ledger'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceEmission } from './advance-emission.ts'
import type { EmissionState, StakedValidator } from './emission-state.ts'
import { rewardsPerEpoch } from './rewards-per-epoch.ts'
import { splitByStake, sumOfShares } from './split-by-stake.ts'

describe('rewards per epoch', () => {
  test.each([
    [313_986_000_000_000n, 1, 10, 74_673_230n],
    [999_000_000_000n, 1, 10, 237_585n],
    [10n ** 17n, 5, 10, 23_782_343_987n],
    [10n ** 17n, 150, 10, 15_854_895_991n],
    [10n ** 17n, 5, 1200, 2_853_881_278_538n],
    [0n, 5, 10, 0n],
  ])('%s staked by %i, epochs of %i blocks', (totalStaked, count, epochLengthBlocks, expected) => {
    expect(rewardsPerEpoch(stateOf({ totalStaked, count, epochLengthBlocks }))).toBe(expected)
  })

  test('equals the floating-point result of the original network where that is exact', () => {
    const stake = fc.bigInt(10n ** 11n, 10n ** 18n)
    fc.assert(
      fc.property(stake, fc.integer({ min: 1, max: 100 }), (totalStaked, count) => {
        const exact = rewardsPerEpoch(stateOf({ totalStaked, count, epochLengthBlocks: 10 }))
        expect(exact).toBe(floatRewards(totalStaked, { count, epochLength: 10 }))
      }),
      { numRuns: 2000, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
  })

  test('differs by at most a unit in fifteen digits everywhere else', () => {
    const stake = fc.bigInt(0n, 10n ** 19n)
    const count = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(stake, count, fc.integer({ min: 1, max: 1200 }), (totalStaked, count, epochLength) => {
        const exact = rewardsPerEpoch(stateOf({ totalStaked, count, epochLengthBlocks: epochLength }))
        const float = floatRewards(totalStaked, { count, epochLength })
        const distance = exact > float ? exact - float : float - exact
        expect(distance <= 1n + exact / 10n ** 15n).toBe(true)
      }),
    )
  })

  test('is cut at the maximum supply', () => {
    const state = {
      ...stateOf({ totalStaked: 10n ** 17n, count: 5, epochLengthBlocks: 10 }),
      maxSupply: 1000n,
    }
    expect(rewardsPerEpoch({ ...state, totalSupply: 990n })).toBe(10n)
    expect(rewardsPerEpoch({ ...state, totalSupply: 1000n })).toBe(0n)
  })
})

describe('shares', () => {
  test('the validator keeps its fee rate of the delegated part', () => {
    const validator = { ...validatorOf(1), stakedAmount: 600n, delegatedAmount: 400n, feePercent: 25n }
    const state = withValidators([validator])
    expect(splitByStake(state, 1000n)).toMatchObject([{ staked: 700n, delegated: 300n }])
  })

  test('without any stake nothing is split', () => {
    expect(splitByStake(withValidators([]), 1000n)).toEqual([])
  })

  test('inactive validators get nothing, and shares never exceed the amount', () => {
    fc.assert(
      fc.property(randomState(), fc.bigInt(0n, 10n ** 15n), (state, amount) => {
        const shares = splitByStake(state, amount)
        expect(sumOfShares(shares) <= amount).toBe(true)
        for (const { nodeID, staked, delegated } of shares) {
          expect(state.validators.get(nodeID)?.isActive).toBe(true)
          expect(staked >= 0n && delegated >= 0n).toBe(true)
        }
      }),
    )
  })
})

test('many epochs at once give the same result as one after the other', () => {
  fc.assert(
    fc.property(randomState(), fc.nat({ max: 50 }), fc.nat({ max: 400 }), (state, fromHeight, blocks) => {
      const toHeight = fromHeight + blocks
      const jumped = advanceEmission(state, { fromHeight, toHeight })
      let stepped = state
      let minted = 0n
      for (let height = fromHeight; height < toHeight; height++) {
        const step = advanceEmission(stepped, { fromHeight: height, toHeight: height + 1 })
        expect(step.runs.length).toBe((height + 1) % state.epochLengthBlocks === 0 ? 1 : 0)
        minted += step.runs[0]?.minted ?? 0n
        stepped = step.state
      }
      expect(jumped.state).toEqual(stepped)
      expect(jumped.state.totalSupply - state.totalSupply).toBe(minted)
      expect(jumped.state.totalSupply <= state.maxSupply).toBe(true)
    }),
    { numRuns: 300, plugins: [fc.interruptAfterTimeLimit(30_000)] },
  )
})

/** The order of operations of the original network, in its number type. */
function floatRewards(
  totalStaked: bigint,
  { count, epochLength }: { count: number; epochLength: number },
): bigint {
  const apr = count > 100 ? 0.25 / (count / 100) : 0.25
  return BigInt(Math.floor(((Number(totalStaked) * apr) / 365 / 24 / 60 / 60) * (epochLength * 3)))
}

function stateOf(input: { totalStaked: bigint; count: number; epochLengthBlocks: number }): EmissionState {
  const validators = Array.from({ length: input.count }, (_, index) => validatorOf(index))
  return { ...withValidators(validators), ...input, maxSupply: 10n ** 30n }
}

function withValidators(list: StakedValidator[]): EmissionState {
  return {
    totalSupply: 0n,
    maxSupply: 10n ** 30n,
    totalStaked: list.reduce(
      (sum, { isActive, stakedAmount, delegatedAmount }) =>
        isActive ? sum + stakedAmount + delegatedAmount : sum,
      0n,
    ),
    accountReward: 0n,
    lostAmount: 0n,
    epochLengthBlocks: 10,
    validators: new Map(list.map((validator) => [validator.nodeID, validator])),
  }
}

function validatorOf(index: number): StakedValidator {
  const bytes = new Uint8Array(20)
  new DataView(bytes.buffer).setUint32(0, index)
  return {
    nodeID: encodeNodeId(bytes),
    publicKey: '',
    isActive: true,
    stakedAmount: 1n,
    feePercent: 2n,
    delegatedAmount: 0n,
    accumulatedStakedReward: 0n,
    accumulatedDelegatedReward: 0n,
    unbookedDelegatedFees: 0n,
    startBlock: 0,
    endBlock: 1000,
    delegations: new Map(),
  }
}

function randomState(): fc.Arbitrary<EmissionState> {
  const validator = fc.record({
    isActive: fc.boolean(),
    stakedAmount: fc.bigInt(1n, 10n ** 17n),
    delegatedAmount: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 16n)),
    feePercent: fc.bigInt(2n, 100n),
    unbookedDelegatedFees: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 6n)),
  })
  const room = fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10n ** 12n), fc.constant(10n ** 30n))
  return fc
    .record({
      list: fc.array(validator, { maxLength: 6 }),
      room,
      epochLengthBlocks: fc.integer({ min: 1, max: 13 }),
    })
    .map(({ list, room: left, epochLengthBlocks }) => ({
      ...withValidators(list.map((fields, index) => ({ ...validatorOf(index), ...fields }))),
      totalSupply: 10n ** 18n,
      maxSupply: 10n ** 18n + left,
      epochLengthBlocks,
    }))
}
