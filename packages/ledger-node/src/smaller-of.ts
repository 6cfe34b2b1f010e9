/** Math.min for bigints, of which it knows nothing. */
export function smallerOf(left: bigint, right: bigint): bigint {
  if (left < right) return left
  return right
}

/** Math.max for bigints. */
export function largerOf(left: bigint, right: bigint): bigint {
  if (left > right) return left
  return right
}
