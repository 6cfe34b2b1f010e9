import { converted, narrowed } from './schema/derived.ts'
import { integer, Real } from './schema/scalars.ts'

declare const feeBrand: unique symbol

/** A delegation fee as the validator lists show it: a fraction, 0.5 for half. */
export type DelegationFeeFraction = number & { readonly [feeBrand]: 'fraction' }
/** A delegation fee as the validator stake shows it: an integer of percent, 50 for half. */
export type DelegationFeePercent = number & { readonly [feeBrand]: 'percent' }

/** The fraction in a node's reply. */
export const DelegationFeeFractionReply = narrowed(
  Real,
  // the mint of the brand
  (rate): rate is DelegationFeeFraction => rate >= 0 && rate <= 1,
  'a fraction from 0 to 1',
)
/** The percentage in a node's reply. */
export const DelegationFeePercentReply = converted(
  integer(0n, 100n),
  (rate) => Number(rate) as DelegationFeePercent, // the mint of the brand
)

/** The same fee on the scale of the validator lists: 50 becomes 0.5. */
export function feeFractionOf(percent: DelegationFeePercent): DelegationFeeFraction {
  return (percent / 100) as DelegationFeeFraction // a mint of the brand
}

/** The same fee on the scale of the validator stake: 0.5 becomes 50. Exact for what a node can store. */
export function feePercentOf(fraction: DelegationFeeFraction): DelegationFeePercent {
  return Math.round(fraction * 100) as DelegationFeePercent // a mint of the brand
}
