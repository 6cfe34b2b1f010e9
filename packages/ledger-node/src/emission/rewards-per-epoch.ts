import { largerOf, smallerOf } from '../rules/smaller-of.ts'
import type { EmissionState } from './emission-state.ts'

/** The yearly rate that applies up to BASE_VALIDATORS registered validators, in percent. */
export const BASE_APR_PERCENT = 25n
export const BASE_VALIDATORS = 100n
const SECONDS_PER_YEAR = 365n * 24n * 60n * 60n
const SECONDS_PER_BLOCK = 3n

/**
 * Returns the amount that the next epoch mints, in the smallest unit: the yearly rate of the whole stake for
 * the length of an epoch. More than BASE_VALIDATORS registered validators lower it in proportion, and the
 * maximum supply limits it. It is the exact value of what the original network computes in floating point,
 * rounded down.
 */
export function rewardsPerEpoch(state: EmissionState): bigint {
  return smallerOf(uncutRewardsPerEpoch(state), state.maxSupply - state.totalSupply)
}

/** Returns the same amount without the limit of the maximum supply. */
export function uncutRewardsPerEpoch({ totalStaked, epochLengthBlocks, validators }: EmissionState): bigint {
  const crowd = largerOf(BigInt(validators.size), BASE_VALIDATORS)
  const seconds = BigInt(epochLengthBlocks) * SECONDS_PER_BLOCK
  return (totalStaked * BASE_APR_PERCENT * seconds * BASE_VALIDATORS) / (100n * SECONDS_PER_YEAR * crowd)
}
