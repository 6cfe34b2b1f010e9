import { isLedgerError, parseAddress, parseAsset, parseNodeId, Uint64 } from '@parley/ledger'
import { z } from 'zod'
import { NATIVE_ASSET, NATIVE_ASSET_ID, NETWORK } from '../constants.ts'

/** An address of the local network. */
export const AddressField = checkedText((text) => parseAddress(text, NETWORK.addressPrefix))
export const NodeIdField = checkedText(parseNodeId)
/** The native symbol in any letter case, or an asset id. */
export const AssetField = checkedText(nameAsset)
// 95,000 years of blocks; their times in milliseconds are still exact as numbers.
const MAX_HEIGHT = 1_000_000_000_000n
/** A block height, or a count of blocks. */
export const HeightField = Uint64.refine((value) => value <= MAX_HEIGHT, {
  error: `must be an integer from 0 to ${MAX_HEIGHT}`,
}).transform(Number)
export const AmountField = Uint64

/**
 * The one name of an asset on this network: the native symbol, or an asset id.
 *
 * @throws LedgerError `invalid_argument` when it is neither.
 */
export function nameAsset(text: string): string {
  return text === NATIVE_ASSET_ID ? NATIVE_ASSET : parseAsset(text, NETWORK)
}

function checkedText<Checked extends string>(parse: (text: string) => Checked) {
  return z.string('must be a text').transform((text, context): Checked => {
    try {
      return parse(text)
    } catch (error) {
      if (!isLedgerError(error)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })
}
