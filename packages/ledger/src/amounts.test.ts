import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DelegationFeePercent,
  feeFractionOf,
  feePercentOf,
  formatAmount,
  isLedgerError,
  MAX_UINT64,
  parseAmount,
} from './index.ts'

const chn = { decimals: 9, symbol: 'CHN' }

describe('amounts', () => {
  test.each([
    [853000000000000001n, '853,000,000.000000001 CHN'],
    [0n, '0 CHN'],
    [1n, '0.000000001 CHN'],
    [-1_500_000_000n, '-1.5 CHN'],
    [999_000_000_000n, '999 CHN'],
    [MAX_UINT64, '18,446,744,073.709551615 CHN'],
  ])('%s reads %s', (amount, text) => {
    expect(formatAmount(amount, chn)).toBe(text)
    expect(parseAmount(text, chn)).toBe(amount)
  })

  test('a unit without decimals or symbol', () => {
    expect(formatAmount(1234n, { decimals: 0 })).toBe('1,234')
    expect(parseAmount('1234', { decimals: 0 })).toBe(1234n)
  })

  test('a formatted amount parses back to the same amount, for every unit', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 30 }), (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, { decimals }), { decimals })).toBe(amount)
      }),
    )
  })

  test("trailing zeros beyond the unit's decimals are accepted", () => {
    expect(parseAmount('1.5000000000000', chn)).toBe(1_500_000_000n)
  })

  test.each(['', '1.', '.5', '1,23', '1e3', '0x1', '1 2', '1.5 XYZ', '0.0000000001', 'NaN', '１'])(
    'refuses %j',
    (text) => {
      expect(() => parseAmount(text, chn)).toThrow(/is not an amount/)
    },
  )

  test('a refused amount is an invalid_argument error', () => {
    try {
      parseAmount('much', chn)
      expect.unreachable()
    } catch (error) {
      expect(isLedgerError(error, 'invalid_argument')).toBe(true)
      expect(isLedgerError(error, 'timeout')).toBe(false)
    }
  })
})

test('the two scales of a delegation fee convert without loss', () => {
  for (let percent = 0; percent <= 100; percent++) {
    const fraction = feeFractionOf(percent as DelegationFeePercent)
    expect(fraction).toBe(percent / 100)
    expect(feePercentOf(fraction)).toBe(percent)
    // @ts-expect-error a fraction in place of a percentage is a type error
    feeFractionOf(fraction)
  }
})
