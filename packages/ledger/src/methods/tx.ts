import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { parseTxId } from '../ids.ts'
import { Int64, Uint64, Units } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Flag, Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const TxParams = object({ txId: Text })
export type TxParams = ValueOf<typeof TxParams>

/**
 * What became of a transaction. `timestamp` is its block's time in milliseconds since 1970, `fee` is in the
 * smallest unit and was charged whether or not the transaction succeeded.
 */
export const TxResult = object({ timestamp: Int64, success: Flag, units: Units, fee: Uint64 })
export type TxResult = ValueOf<typeof TxResult>

export const txMethod = { name: 'tx' as const, params: TxParams, result: TxResult } satisfies LedgerMethod

/**
 * Reads what became of a transaction.
 *
 * @throws LedgerError `invalid_argument` before the call when the id is not one, `not_found` when the node
 *   does not know it or stores no transactions, and as every call.
 * @see ledger JSON-RPC interface, `tx`
 */
export async function tx(
  connection: LedgerConnection,
  params: TxParams,
  options: CallOptions = {},
): Promise<TxResult> {
  const txId = parseTxId(params.txId)
  return callMethod(connection, txMethod, { ...options, params: { txId } })
}
