import { AddressReply } from '../address.ts'
import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { Int64, Uint8, Uint64, Units } from '../integers.ts'
import { converted, nullable } from '../schema/derived.ts'
import { list } from '../schema/list.ts'
import { object } from '../schema/object.ts'
import type { ValueOf } from '../schema/schema.ts'

/**
 * The parameters that a network was started with. Units and prices have five numbers, in this order: bandwidth,
 * compute, storage read, storage allocated, storage written.
 */
export const Genesis = object({
  /** Branching factor of the state tree: 2, 4, 16 or 256. */
  stateBranchFactor: converted(Uint64, Number),
  /** Minimum time between two blocks, in milliseconds. */
  minBlockGap: Int64,
  /** Minimum time before a block without transactions, in milliseconds. */
  minEmptyBlockGap: Int64,
  /** The minimum price of a unit, in the smallest unit of the native asset. */
  minUnitPrice: Units,
  /** Damping of prices: a larger number makes them change more slowly. */
  unitPriceChangeDenominator: Units,
  /** Target of units in ten seconds; prices rise above it. */
  windowTargetUnits: Units,
  /** Maximum units of a block. */
  maxBlockUnits: Units,
  /** How long a transaction stays valid, in milliseconds. */
  validityWindow: Int64,
  /** Maximum actions of a transaction. */
  maxActionsPerTx: Uint8,
  /** Maximum outputs of an action. */
  maxOutputsPerAction: Uint8,
  /** Compute units of every transaction. */
  baseUnits: Uint64,
  /** Units for reading a key. */
  storageKeyReadUnits: Uint64,
  /** Units for reading 64 bytes of a value. */
  storageValueReadUnits: Uint64,
  /** Units for allocating a key. */
  storageKeyAllocateUnits: Uint64,
  /** Units for allocating 64 bytes of a value. */
  storageValueAllocateUnits: Uint64,
  /** Units for writing a key. */
  storageKeyWriteUnits: Uint64,
  /** Units for writing 64 bytes of a value. */
  storageValueWriteUnits: Uint64,
  /** The first balances, in the smallest unit of the native asset; may be empty. */
  customAllocation: converted(
    // A node without allocations sends null.
    nullable(list(object({ address: AddressReply, balance: Uint64 }))),
    (allocations) => allocations ?? [],
  ),
  /** The supply at which minting ends, and the account that collects half of the fees. */
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
 * Reads the parameters that the network was started with, including defaults.
 *
 * @throws LedgerError as every call; see LedgerErrorCode.
 * @see ledger JSON-RPC interface, `genesis`
 */
export function genesis(
  connection: LedgerConnection,
  options: LedgerCallOptions = {},
): Promise<GenesisResult> {
  return callMethod(connection, genesisMethod, options)
}
