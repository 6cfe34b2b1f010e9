// The emission formula of the network counts every block as three seconds.
const BLOCKS_PER_YEAR = (365 * 24 * 60 * 60) / 3
// The network rounds rewards down to the smallest unit, which takes half a unit on average.
const ROUNDING_LOSS = 0.5
const DIGITS = 6

/**
 * The yearly rate that stakers earn now, as a fraction: 0.25 for 25 %. It is what the next epoch mints for the
 * whole stake, times the epochs of a year. It is lower than `epochTracker.baseAPR` when more than
 * `epochTracker.baseValidators` validators are registered, and when the supply is near its maximum. Without any
 * stake it is the base rate.
 */
export function stakingRate({
  rewardsPerEpoch,
  totalStaked,
  epochTracker,
}: {
  readonly rewardsPerEpoch: bigint
  readonly totalStaked: bigint
  readonly epochTracker: { readonly baseAPR: number; readonly epochLength: bigint }
}): number {
  if (totalStaked === 0n || epochTracker.epochLength === 0n) return epochTracker.baseAPR
  if (rewardsPerEpoch === 0n) return 0
  const perEpoch = (Number(rewardsPerEpoch) + ROUNDING_LOSS) / Number(totalStaked)
  const perYear = (perEpoch * BLOCKS_PER_YEAR) / Number(epochTracker.epochLength)
  return Number(perYear.toFixed(DIGITS))
}
