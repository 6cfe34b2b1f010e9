import { converted, narrowed } from './schema/derived.ts'
import { list } from './schema/list.ts'
import { integer } from './schema/scalars.ts'
import type { ValueOf } from './schema/schema.ts'

export const MAX_UINT64 = 2n ** 64n - 1n

/** Unsigned 64-bit integer, as a bigint. */
export const Uint64 = integer(0n, MAX_UINT64)

/** Signed 64-bit integer, as a bigint. The node uses it for times and spans in milliseconds. */
export const Int64 = integer(-(2n ** 63n), 2n ** 63n - 1n)

/** Unsigned 8-bit integer, as a number. */
export const Uint8 = converted(integer(0n, 255n), Number)

type OfEachDimension = [bigint, bigint, bigint, bigint, bigint]

/**
 * Five unsigned 64-bit integers, one for each dimension of a fee: bandwidth (bytes), compute, storage read,
 * storage allocate, storage write.
 */
export const Units = narrowed(
  list(Uint64),
  (units): units is OfEachDimension => units.length === 5,
  'a list of 5 integers',
)
export type Units = ValueOf<typeof Units>
