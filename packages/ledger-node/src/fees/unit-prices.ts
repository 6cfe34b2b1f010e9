import { type Genesis, MAX_UINT64, type Units } from '@parley/ledger'
import { largerOf, smallerOf } from '../rules/smaller-of.ts'

/** The prices in a block, and the units that it and the blocks before it used, newest first. */
export type PriceState = Readonly<{ prices: Units; consumed: readonly Units[] }>

/** The parameters of prices. */
export type PriceRules = Pick<Genesis, 'minUnitPrice' | 'unitPriceChangeDenominator' | 'windowTargetUnits'>

/**
 * The number of earlier blocks that affect the price in a block. The network counts use over ten seconds in
 * slots of one second, blocks are three seconds apart, and the second of the block itself has passed.
 */
const WINDOW_BLOCKS = 3

/** The prices before any use. */
export function initialPrices({ minUnitPrice }: PriceRules): PriceState {
  return { prices: minUnitPrice, consumed: [] }
}

/** Adds the use of a block, which must be the block of the state. */
export function withConsumed(state: PriceState, units: Units): PriceState {
  return { prices: state.prices, consumed: [units, ...state.consumed.slice(1)] }
}

/**
 * Advances prices by `blocks` blocks, of which only the last may use units. Each block moves each price
 * towards its target by a part of the deviation, at least 1, and never below the minimum. Idle blocks are
 * computed in steps of equal decrease.
 */
export function advancePrices(state: PriceState, rules: PriceRules, blocks: number): PriceState {
  let { prices, consumed } = state
  let left = blocks
  while (left > 0 && consumed.some((units) => units.some((count) => count > 0n))) {
    prices = mapUnits((dimension) => nextPrice(dimension, { prices, consumed, rules }))
    consumed = [NOTHING, ...consumed].slice(0, WINDOW_BLOCKS)
    left--
  }
  if (left === 0) return { prices, consumed }
  const decayed = mapUnits((dimension) => decay(dimension, { prices, rules, blocks: left }))
  return { prices: decayed, consumed: [NOTHING] }
}

const NOTHING: Units = [0n, 0n, 0n, 0n, 0n]

type Dimension = 0 | 1 | 2 | 3 | 4

function mapUnits(read: (dimension: Dimension) => bigint): Units {
  return [read(0), read(1), read(2), read(3), read(4)]
}

function nextPrice(
  dimension: Dimension,
  { prices, consumed, rules }: PriceState & { rules: PriceRules },
): bigint {
  const price = prices[dimension]
  const target = rules.windowTargetUnits[dimension]
  const total = consumed.reduce((sum, units) => sum + units[dimension], 0n)
  const deviation = total > target ? total - target : target - total
  const proportional = (price * deviation) / target / rules.unitPriceChangeDenominator[dimension]
  const step = largerOf(proportional, 1n)
  if (total > target) return clampPrice(price + step, rules.minUnitPrice[dimension])
  return total < target ? clampPrice(price - step, rules.minUnitPrice[dimension]) : price
}

/** In each block without use a price decreases by price ÷ denominator, at least 1. */
function decay(
  dimension: Dimension,
  { prices, rules, blocks }: { prices: Units; rules: PriceRules; blocks: number },
): bigint {
  const floor = rules.minUnitPrice[dimension]
  const denominator = rules.unitPriceChangeDenominator[dimension]
  let price = prices[dimension]
  let left = BigInt(blocks)
  while (left > 0n && price > floor) {
    const quotient = price / denominator
    const step = largerOf(quotient, 1n)
    // The step is the same until the price is below this multiple of the denominator.
    const lowest = quotient <= 1n ? 0n : quotient * denominator
    const equalSteps = (price - lowest) / step + (quotient <= 1n ? 0n : 1n)
    const steps = smallerOf(equalSteps, left)
    price -= steps * step
    left -= steps
  }
  return largerOf(price, floor)
}

function clampPrice(price: bigint, floor: bigint): bigint {
  return smallerOf(largerOf(price, floor), MAX_UINT64)
}
