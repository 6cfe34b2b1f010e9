import { bech32 } from '@scure/base'
import { LedgerError } from './ledger-error.ts'
import { quote } from './quote.ts'
import { parsedText } from './schema/parsed-text.ts'

declare const addressBrand: unique symbol

/** An account's address in its canonical lower-case form, with a verified checksum. */
export type Address = string & { readonly [addressBrand]: true }

/** One type byte (0 ed25519, 1 secp256r1, 2 BLS) and the SHA-256 of the public key. */
export const ADDRESS_BYTES = 33

// 33 bytes fill 53 symbols of five bits, with one bit left over.
const ADDRESS_SYMBOLS = 53

/**
 * Checks an address without a call: bech32 form, checksum, length, and the prefix if it is given. Accepts
 * upper case, refuses mixed case.
 *
 * @throws LedgerError `invalid_argument` naming the failed check.
 */
export function parseAddress(text: string, prefix?: string): Address {
  const { prefix: found, words } = decodeWords(text)
  if (prefix !== undefined && found !== prefix) {
    throw invalid(text, `addresses of this network start with ${prefix}1`)
  }
  const isCanonical = text === text.toLowerCase() && (words.at(-1) ?? 0) % 2 === 0
  return isCanonical ? (text as Address) : encodeAddress(joinBits(words), found) // creates the brand
}

/**
 * Splits an address into its parts.
 *
 * @throws LedgerError `invalid_argument` as parseAddress does.
 */
export function decodeAddress(text: string): { prefix: string; bytes: Uint8Array } {
  const { prefix, words } = decodeWords(text)
  return { prefix, bytes: joinBits(words) }
}

/**
 * Encodes 33 bytes as an address with a network's prefix.
 *
 * @throws LedgerError `invalid_argument` when there are not 33 bytes.
 */
export function encodeAddress(bytes: Uint8Array, prefix: string): Address {
  if (bytes.length !== ADDRESS_BYTES) {
    throw new LedgerError('invalid_argument', `An address has ${ADDRESS_BYTES} bytes, not ${bytes.length}.`)
  }
  return bech32.encode(prefix, bech32.toWords(bytes)) as Address // creates the brand
}

/** An address in a node's reply, with any prefix. */
export const AddressReply = parsedText('an address', (text) => parseAddress(text))

function decodeWords(text: string): { prefix: string; words: readonly number[] } {
  const decoded = bech32.decodeUnsafe(text)
  if (!decoded) throw invalid(text, 'its bech32 form or its checksum is wrong; look for a mistyped character')
  if (decoded.words.length !== ADDRESS_SYMBOLS) {
    throw invalid(text, `it carries ${decoded.words.length} symbols of data instead of ${ADDRESS_SYMBOLS}`)
  }
  return decoded
}

// The network ignores the spare bit; a strict decoder refuses an address where it is set.
function joinBits(symbols: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(ADDRESS_BYTES)
  let buffer = 0
  let bits = 0
  let written = 0
  for (const symbol of symbols) {
    buffer = ((buffer << 5) | symbol) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[written++] = buffer >> bits
  }
  return bytes
}

function invalid(text: string, reason: string): LedgerError {
  return new LedgerError('invalid_argument', `${quote(text)} is not an address: ${reason}.`)
}
