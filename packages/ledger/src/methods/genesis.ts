import { AddressReply } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { Int64, Uint8, Uint64, Units } from '../integers.ts'
import { converted, nullable } from '../schema/derived.ts'
import { list } from '../schema/list.ts'
import { object } from '../schema/object.ts'
import type { ValueOf } from '../schema/schema.ts'

/** What a network was started with. Spans are in milliseconds, amounts in the smallest unit. */
export const Genesis = object({
  stateBranchFactor: converted(Uint64, Number),
  minBlockGap: Int64,
  minEmptyBlockGap: Int64,
  minUnitPrice: Units,
  unitPriceChangeDenominator: Units,
  windowTargetUnits: Units,
  maxBlockUnits: Units,
  validityWindow: Int64,
  maxActionsPerTx: Uint8,
  maxOutputsPerAction: Uint8,
  baseUnits: Uint64,
  storageKeyReadUnits: Uint64,
  storageValueReadUnits: Uint64,
  storageKeyAllocateUnits: Uint64,
  storageValueAllocateUnits: Uint64,
  storageKeyWriteUnits: Uint64,
  storageValueWriteUnits: Uint64,
  // A node without allocations says null.
  customAllocation: converted(
    nullable(list(object({ address: AddressReply, balance: Uint64 }))),
    (allocations) => allocations ?? [],
  ),
  emissionBalancer: object({ maxSupply: Uint64, emissionAddress: AddressReply }),
})
export type Genesis = ValueOf<typeof Genesis>

export const GenesisResult = object({ genesis: Genesis })
export type GenesisResult = ValueOf<typeof GenesisResult>

export const genesisMethod = {
  name: 'genesis' as const,
  params: object({}),
  result: GenesisResult,
} satisfies LedgerMethod

/**
 * Reads the parameters the network was started with, defaults included.
 *
 * @throws LedgerError as every call; see LedgerErrorCode.
 * @see ledger JSON-RPC interface, `genesis`
 */
export function genesis(connection: LedgerConnection, options: CallOptions = {}): Promise<GenesisResult> {
  return callMethod(connection, genesisMethod, options)
}
