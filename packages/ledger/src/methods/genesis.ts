import { z } from 'zod'
import { AddressReply } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { Int64, Uint8, Uint64, Units } from '../integers.ts'

/** What a network was started with. Spans are in milliseconds, amounts in the smallest unit. */
export const Genesis = z.object({
  stateBranchFactor: Uint64.transform(Number),
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
  customAllocation: z
    .array(z.object({ address: AddressReply, balance: Uint64 }))
    .nullable()
    .transform((allocations) => allocations ?? []),
  emissionBalancer: z.object({ maxSupply: Uint64, emissionAddress: AddressReply }),
})
export type Genesis = z.infer<typeof Genesis>

export const GenesisResult = z.object({ genesis: Genesis })
export type GenesisResult = z.infer<typeof GenesisResult>

export const genesisMethod = {
  name: 'genesis' as const,
  params: z.object({}),
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
