import { z } from 'zod'

export const MAX_UINT64 = 2n ** 64n - 1n

// A transport of the caller's own may parse with plain JSON.parse; small integers are exact there too.
const Integer = z.union([z.bigint(), z.int().transform(BigInt)])

/** Unsigned 64-bit integer, as a bigint. */
export const Uint64 = Integer.refine((value) => value >= 0n && value <= MAX_UINT64, {
  error: 'must be an integer from 0 to 18446744073709551615',
})

/** Signed 64-bit integer, as a bigint. The node uses it for times and spans in milliseconds. */
export const Int64 = Integer.refine((value) => value >= -(2n ** 63n) && value < 2n ** 63n, {
  error: 'must be a signed 64-bit integer',
})

/** Unsigned 8-bit integer, as a number: the only integer small enough for one by its type. */
export const Uint8 = Integer.refine((value) => value >= 0n && value <= 255n, {
  error: 'must be an integer from 0 to 255',
}).transform(Number)

/** A number that is not an integer by nature, such as a rate. */
export const Real = z.union([z.number(), z.bigint().transform(Number)])

/**
 * One unsigned 64-bit integer for each dimension a transaction is charged in, in the order bandwidth
 * (bytes), compute, storage read, storage allocate, storage write.
 */
export const Units = z.tuple([Uint64, Uint64, Uint64, Uint64, Uint64])
export type Units = z.infer<typeof Units>
