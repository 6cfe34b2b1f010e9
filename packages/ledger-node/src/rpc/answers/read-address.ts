import { type Address, parseAddress } from '@parley/ledger'
import { NETWORK } from '../../constants.ts'

/** The address that a text is, or the text of the error. */
export function readAddress(text = ''): { address: Address } | { error: string } {
  try {
    const address = parseAddress(text)
    // Of a valid address only the prefix can be wrong.
    return address.startsWith(`${NETWORK.addressPrefix}1`) ? { address } : { error: 'incorrect hrp' }
  } catch {
    return { error: 'decoding bech32 failed: form, length or checksum is wrong' }
  }
}
