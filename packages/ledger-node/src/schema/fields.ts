import { converted, integer, parseAddress, parseAsset, parsedText, parseNodeId, Uint64 } from '@parley/ledger'
import { NATIVE_ASSET, NATIVE_ASSET_ID, NETWORK } from '../rules/constants.ts'

/** An address of the local network. */
export const AddressField = parsedText('an address', (text) => parseAddress(text, NETWORK.addressPrefix))
export const NodeIdField = parsedText('a node id', parseNodeId)
/** The native symbol in any letter case, or an asset id. */
export const AssetField = parsedText('an asset', nameAsset)
// 95,000 years of blocks. Their times in milliseconds are still exact numbers.
const MAX_HEIGHT = 1_000_000_000_000n
/** A block height, or a count of blocks. */
export const HeightField = heightFrom(0n)
/** The height of a block after the first, or a positive count of blocks. */
export const PositiveHeightField = heightFrom(1n)
export const AmountField = Uint64

/**
 * The canonical name of an asset on this network: the native symbol, or an asset id.
 *
 * @throws LedgerError `invalid_argument` when it is neither.
 */
export function nameAsset(text: string): string {
  return text === NATIVE_ASSET_ID ? NATIVE_ASSET : parseAsset(text, NETWORK)
}

function heightFrom(min: bigint) {
  return converted(integer(min, MAX_HEIGHT), Number)
}
