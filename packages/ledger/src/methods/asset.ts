import { AddressReply } from '../address.ts'
import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { parseAsset } from '../ids.ts'
import { Uint8, Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const AssetParams = object({
  /** The symbol of the native asset, or the id of an asset that a user created. */
  asset: Text,
})
export type AssetParams = ValueOf<typeof AssetParams>

/** An asset. */
export const AssetResult = object({
  /** The short name, such as `CHN`. */
  symbol: Text,
  /** Number of decimals of an amount; see `formatAmount`. */
  decimals: Uint8,
  /** A text that the asset's creator set. */
  metadata: Text,
  /** The total of all balances, in the smallest unit. */
  supply: Uint64,
  /** The address that may mint it; the zero address for the native asset. */
  owner: AddressReply,
})
export type AssetResult = ValueOf<typeof AssetResult>

export const assetMethod = {
  name: 'asset' as const,
  params: AssetParams,
  result: AssetResult,
} satisfies LedgerMethod

/**
 * Reads an asset: the native asset by its symbol, a created asset by its id.
 *
 * The supply of the native asset is the genesis allocation minus burned amounts; only `emissionInfo` includes
 * minted amounts.
 *
 * @throws LedgerError `invalid_argument` before the call when it is neither the symbol nor an id, `not_found`
 *   for an unknown asset, and as every call.
 * @see ledger JSON-RPC interface, `asset`
 */
export async function asset(
  connection: LedgerConnection,
  params: AssetParams,
  options: LedgerCallOptions = {},
): Promise<AssetResult> {
  const name = parseAsset(params.asset, connection.network)
  return callMethod(connection, assetMethod, { ...options, params: { asset: name } })
}
