/** Returns the smaller of two bigints. Math.min does not accept bigints. */
export function smallerOf(left: bigint, right: bigint): bigint {
  if (left < right) return left
  return right
}

/** Returns the larger of two bigints. */
export function largerOf(left: bigint, right: bigint): bigint {
  if (left > right) return left
  return right
}
