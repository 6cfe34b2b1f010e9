import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { parseTxId } from '../ids.ts'
import { Int64, Uint64, Units } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Flag, Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const TxParams = object({
  /** The id of the transaction: cb58 of 32 bytes. */
  txId: Text,
})
export type TxParams = ValueOf<typeof TxParams>

/** The outcome of a transaction. */
export const TxResult = object({
  /** The time of its block, in milliseconds since 1970. */
  timestamp: Int64,
  /** Whether it succeeded. A failed transaction still pays its fee. */
  success: Flag,
  /**
   * The units it used, in this order: bandwidth, compute, storage read, storage allocated, storage written.
   */
  units: Units,
  /** The fee, in the smallest unit of the native asset. */
  fee: Uint64,
})
export type TxResult = ValueOf<typeof TxResult>

export const txMethod = { name: 'tx' as const, params: TxParams, result: TxResult } satisfies LedgerMethod

/**
 * Reads the outcome of a transaction.
 *
 * @throws LedgerError `invalid_argument` before the call when the id is malformed, `not_found` when the node
 *   does not have it or stores no transactions, and as every call.
 * @see ledger JSON-RPC interface, `tx`
 */
export async function tx(
  connection: LedgerConnection,
  params: TxParams,
  options: LedgerCallOptions = {},
): Promise<TxResult> {
  const txId = parseTxId(params.txId)
  return callMethod(connection, txMethod, { ...options, params: { txId } })
}
