import { parseAddress } from '../address.ts'
import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { parseAsset } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const BalanceParams = object({
  /** An address of the client's network. */
  address: Text,
  /** The symbol of the native asset, or the id of an asset that a user created. */
  asset: Text,
})
export type BalanceParams = ValueOf<typeof BalanceParams>

/** A balance. */
export const BalanceResult = object({
  /** In the smallest unit of the asset; see `formatAmount`. */
  amount: Uint64,
})
export type BalanceResult = ValueOf<typeof BalanceResult>

export const balanceMethod = {
  name: 'balance' as const,
  params: BalanceParams,
  result: BalanceResult,
} satisfies LedgerMethod

/**
 * Reads an address's balance of an asset: 0 for an unused address or asset.
 *
 * @throws LedgerError `invalid_argument` before the call when the address is not of this network or the asset
 *   is neither the native symbol nor an id, and as every call.
 * @see ledger JSON-RPC interface, `balance`
 */
export async function balance(
  connection: LedgerConnection,
  params: BalanceParams,
  options: LedgerCallOptions = {},
): Promise<BalanceResult> {
  const address = parseAddress(params.address, connection.network.addressPrefix)
  const name = parseAsset(params.asset, connection.network)
  return callMethod(connection, balanceMethod, { ...options, params: { address, asset: name } })
}
