import { AddressReply } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { parseAsset } from '../ids.ts'
import { Uint8, Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const AssetParams = object({ asset: Text })
export type AssetParams = ValueOf<typeof AssetParams>

/** An asset. `supply` is in its smallest unit; `decimals` of its digits stand after the point. */
export const AssetResult = object({
  symbol: Text,
  decimals: Uint8,
  metadata: Text,
  supply: Uint64,
  owner: AddressReply,
})
export type AssetResult = ValueOf<typeof AssetResult>

export const assetMethod = {
  name: 'asset' as const,
  params: AssetParams,
  result: AssetResult,
} satisfies LedgerMethod

/**
 * Reads an asset: the native one by its symbol, one that a user created by its id.
 *
 * The supply of the native asset is what genesis allotted less what was burned; minting shows in
 * `emissionInfo` only.
 *
 * @throws LedgerError `invalid_argument` before the call when it is neither the symbol nor an id,
 *   `not_found` when there is no such asset, and as every call.
 * @see ledger JSON-RPC interface, `asset`
 */
export async function asset(
  connection: LedgerConnection,
  params: AssetParams,
  options: CallOptions = {},
): Promise<AssetResult> {
  const name = parseAsset(params.asset, connection.network)
  return callMethod(connection, assetMethod, { ...options, params: { asset: name } })
}
