import { converted, narrowed } from './schema/derived.ts'
import { integer, Real } from './schema/scalars.ts'

declare const feeBrand: unique symbol

/** A delegation fee in the validator lists: a fraction, 0.5 for half. */
export type DelegationFeeFraction = number & { readonly [feeBrand]: 'fraction' }
/** A delegation fee in the validator stake: an integer percentage, 50 for half. */
export type DelegationFeePercent = number & { readonly [feeBrand]: 'percent' }

/** The fraction in a node's reply. */
export const DelegationFeeFractionReply = narrowed(
  Real,
  // creates the brand
  (rate): rate is DelegationFeeFraction => rate >= 0 && rate <= 1,
  'a fraction from 0 to 1',
)
/** The percentage in a node's reply. */
export const DelegationFeePercentReply = converted(
  integer(0n, 100n),
  (rate) => Number(rate) as DelegationFeePercent, // creates the brand
)

/** Converts a percentage to the fraction of the validator lists: 50 becomes 0.5. */
export function feeFractionOf(percent: DelegationFeePercent): DelegationFeeFraction {
  return (percent / 100) as DelegationFeeFraction // creates the brand
}

/** Converts a fraction to the percentage of the validator stake: 0.5 becomes 50. Exact for stored fees. */
export function feePercentOf(fraction: DelegationFeeFraction): DelegationFeePercent {
  return Math.round(fraction * 100) as DelegationFeePercent // creates the brand
}
