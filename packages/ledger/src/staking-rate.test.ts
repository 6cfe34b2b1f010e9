import { expect, test } from 'vitest'
import { stakingRate } from './staking-rate.ts'

const epochTracker = { baseAPR: 0.25, epochLength: 10n }

// Stakes and rewards of the published emission formula.
test.each([
  ['the base rate up to 100 validators', 313_986_000_000_000n, 74_673_230n, 0.25],
  ['the base rate for a small stake', 999_000_000_000n, 237_585n, 0.25],
  ['two thirds of the base rate with 150 validators', 10n ** 17n, 15_854_895_991n, 0.166667],
  ['zero once the supply has reached its maximum', 10n ** 17n, 0n, 0],
  ['the base rate while nothing is staked', 0n, 0n, 0.25],
])('stakingRate gives %s', (_, totalStaked, rewardsPerEpoch, rate) => {
  expect(stakingRate({ totalStaked, rewardsPerEpoch, epochTracker })).toBe(rate)
})

test('stakingRate does not depend on the length of an epoch', () => {
  const info = { totalStaked: 10n ** 17n, rewardsPerEpoch: 2_853_881_278_538n }
  expect(stakingRate({ ...info, epochTracker: { ...epochTracker, epochLength: 1200n } })).toBe(0.25)
})
