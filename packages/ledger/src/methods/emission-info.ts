import { AddressReply } from '../address.ts'
import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Real } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

/** The state of emission. Amounts are in the smallest unit of the native asset. */
export const EmissionInfoResult = object({
  /** The height of the newest block. */
  currentBlockHeight: Uint64,
  /** The genesis allocation plus all minted amounts. */
  totalSupply: Uint64,
  /** The supply at which minting ends. */
  maxSupply: Uint64,
  /** The stake of all active validators and their delegators. */
  totalStaked: Uint64,
  /** The amount that the next epoch mints for stakers; see `stakingRate` for the yearly rate. */
  rewardsPerEpoch: Uint64,
  /** The account that collects half of the fees. */
  emissionAccount: object({
    address: AddressReply,
    /** The fees that this account collected. */
    accumulatedReward: Uint64,
  }),
  /** The settings of emission. */
  epochTracker: object({
    /** The yearly rate for stakers up to `baseValidators` registered validators, as a fraction. */
    baseAPR: Real,
    /** Above this number of registered validators the rate decreases in proportion. */
    baseValidators: Uint64,
    /** The length of an epoch, in blocks. */
    epochLength: Uint64,
  }),
})
export type EmissionInfoResult = ValueOf<typeof EmissionInfoResult>

export const emissionInfoMethod = {
  name: 'emissionInfo' as const,
  params: object({}),
  result: EmissionInfoResult,
} satisfies LedgerMethod

/**
 * Reads the newest height, the supply, the stake and the amount that the next epoch mints.
 *
 * @throws LedgerError as every call; see LedgerErrorCode.
 * @see ledger JSON-RPC interface, `emissionInfo`
 */
export function emissionInfo(
  connection: LedgerConnection,
  options: LedgerCallOptions = {},
): Promise<EmissionInfoResult> {
  return callMethod(connection, emissionInfoMethod, options)
}
