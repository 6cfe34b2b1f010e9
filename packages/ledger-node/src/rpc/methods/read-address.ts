import { type Address, parseAddress } from '@parley/ledger'
import { NETWORK } from '../../rules/constants.ts'

/** Parses an address; returns the text of the error when it is invalid. */
export function readAddress(text = ''): { address: Address } | { error: string } {
  try {
    const address = parseAddress(text)
    // A valid address can only have a wrong prefix.
    return address.startsWith(`${NETWORK.addressPrefix}1`) ? { address } : { error: 'incorrect hrp' }
  } catch {
    return { error: 'decoding bech32 failed: form, length or checksum is wrong' }
  }
}
