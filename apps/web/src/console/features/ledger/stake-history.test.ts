import { expect, test } from 'vitest'
import { readStakeVersion } from './stake-history.ts'

test('amounts of a row are exact to the last digit, also small ones', () => {
  const row = {
    height: 9_223_372,
    changed_at: '2026-01-01T00:00:03',
    is_active: false,
    staked_amount: '18446744073.709551615',
    delegated_amount: '0.000000001',
    total_stake: '18446744073.709551616',
    known_since_height: '9007199254740993',
  }
  expect(readStakeVersion(row, { decimals: 9 })).toEqual({
    height: 9_223_372n,
    changedAt: '2026-01-01T00:00:03',
    isActive: false,
    stakedAmount: 18_446_744_073_709_551_615n,
    delegatedAmount: 1n,
    totalStake: 18_446_744_073_709_551_616n,
    knownSince: 9_007_199_254_740_993n,
  })
})
