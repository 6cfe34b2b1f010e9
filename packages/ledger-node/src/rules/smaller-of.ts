/** The smaller of two bigints. Math.min does not accept bigints. */
export function smallerOf(left: bigint, right: bigint): bigint {
  if (left < right) return left
  return right
}

/** The larger of two bigints. */
export function largerOf(left: bigint, right: bigint): bigint {
  if (left > right) return left
  return right
}
