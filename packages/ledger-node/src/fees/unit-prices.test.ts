import type { Units } from '@parley/ledger'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advancePrices, initialPrices, type PriceRules, withConsumed } from './unit-prices.ts'

const MAX = 2n ** 64n - 1n
const same = (value: bigint): Units => [value, value, value, value, value]
const rulesOf = (floor: bigint, target: bigint, denominator: bigint): PriceRules => ({
  minUnitPrice: same(floor),
  windowTargetUnits: same(target),
  unitPriceChangeDenominator: same(denominator),
})

describe('unit prices', () => {
  test('stay at the minimum while nothing exceeds the target', () => {
    const rules = rulesOf(100n, 1000n, 48n)
    const used = withConsumed(initialPrices(rules), same(1000n))
    expect(advancePrices(used, rules, 1).prices).toEqual(same(100n))
    expect(advancePrices(used, rules, 10_000_000).prices).toEqual(same(100n))
  })

  test('rise by the excess and fall back', () => {
    const rules = rulesOf(100n, 1000n, 48n)
    const used = withConsumed(initialPrices(rules), same(49_000n))
    // 100 × 48,000 ÷ 1,000 ÷ 48, in each of the three blocks whose window holds that use.
    const prices = [1, 2, 3].map((blocks) => advancePrices(used, rules, blocks).prices[0])
    expect(prices).toEqual([200n, 400n, 800n])
    expect(advancePrices(used, rules, 4).prices[0]).toBe(800n - 800n / 48n)
    expect(advancePrices(used, rules, 1000).prices[0]).toBe(100n)
  })

  test('follow the rolling window of the original, block by block', () => {
    const load = fc.array(fc.oneof(fc.constant(0n), fc.bigInt(0n, 5000n)), { minLength: 1, maxLength: 40 })
    const rules = fc.tuple(fc.bigInt(0n, 1000n), fc.bigInt(1n, 3000n), fc.bigInt(1n, 60n))
    fc.assert(
      fc.property(load, rules, fc.nat({ max: 300 }), (units, [floor, target, denominator], idle) => {
        const given = rulesOf(floor, target, denominator)
        let state = initialPrices(given)
        let oracle: Oracle = { price: floor, window: new Array(10).fill(0n), consumed: 0n }
        for (const count of units) {
          state = withConsumed(advancePrices(state, given, 1), same(count))
          oracle = { ...nextOracle(oracle, { floor, target, denominator }), consumed: count }
          expect(state.prices[2]).toBe(oracle.price)
        }
        for (let block = 0; block < idle; block++) {
          oracle = nextOracle(oracle, { floor, target, denominator })
        }
        expect(advancePrices(state, given, idle).prices[4]).toBe(oracle.price)
      }),
      { numRuns: 400, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
  })

  test('never exceed 64 bits, and a long idle time needs no steps', () => {
    const rules = rulesOf(0n, 1n, 10_000n)
    let state = initialPrices(rulesOf(100n, 1n, 10_000n))
    for (let block = 0; block < 20; block++) {
      state = withConsumed(advancePrices(state, rules, 1), same(10n ** 12n))
    }
    expect(state.prices).toEqual(same(MAX))
    expect(advancePrices(state, rules, 1_000_000_000_000).prices).toEqual(same(0n))
  })
})

type Oracle = { price: bigint; window: bigint[]; consumed: bigint }

/** Ten slots of one second, rolled by the three seconds between two blocks. */
function nextOracle(
  { price, window, consumed }: Oracle,
  { floor, target, denominator }: { floor: bigint; target: bigint; denominator: bigint },
): Oracle {
  const rolled = [...window.slice(3), 0n, 0n, 0n]
  rolled[10 - 1 - 3] = (rolled[10 - 1 - 3] ?? 0n) + consumed
  const total = rolled.reduce((sum, count) => sum + count, 0n)
  const deviation = total > target ? total - target : target - total
  let step = (price * deviation) / target / denominator
  if (step < 1n) step = 1n
  let next = price
  if (total > target) next = price + step > MAX ? MAX : price + step
  if (total < target) next = price < step ? 0n : price - step
  return { price: next < floor ? floor : next, window: rolled, consumed: 0n }
}
