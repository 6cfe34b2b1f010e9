import { AddressReply } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Real } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

/**
 * The state of emission. Amounts are in the smallest unit, `epochLength` is in blocks, `baseAPR` is a
 * fraction a year. `totalSupply` is what genesis allotted and everything minted since.
 */
export const EmissionInfoResult = object({
  currentBlockHeight: Uint64,
  totalSupply: Uint64,
  maxSupply: Uint64,
  totalStaked: Uint64,
  rewardsPerEpoch: Uint64,
  emissionAccount: object({ address: AddressReply, accumulatedReward: Uint64 }),
  epochTracker: object({ baseAPR: Real, baseValidators: Uint64, epochLength: Uint64 }),
})
export type EmissionInfoResult = ValueOf<typeof EmissionInfoResult>

export const emissionInfoMethod = {
  name: 'emissionInfo' as const,
  params: object({}),
  result: EmissionInfoResult,
} satisfies LedgerMethod

/**
 * Reads the current height, supply, stake and what the next epoch will mint.
 *
 * @throws LedgerError as every call; see LedgerErrorCode.
 * @see ledger JSON-RPC interface, `emissionInfo`
 */
export function emissionInfo(
  connection: LedgerConnection,
  options: CallOptions = {},
): Promise<EmissionInfoResult> {
  return callMethod(connection, emissionInfoMethod, options)
}
