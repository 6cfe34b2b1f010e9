import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

const CHECKSUM_BYTES = 4
// 32 bytes and the checksum need 50 characters. Decoding takes quadratic time; the limit keeps it short.
const MAX_TEXT_LENGTH = 64

/** Encodes bytes as cb58: base58 of the bytes and the last four bytes of their SHA-256. */
export function encodeCb58(bytes: Uint8Array): string {
  const whole = new Uint8Array(bytes.length + CHECKSUM_BYTES)
  whole.set(bytes)
  whole.set(sha256(bytes).subarray(-CHECKSUM_BYTES), bytes.length)
  return base58.encode(whole)
}

/** Decodes cb58. Returns undefined when the alphabet, the length or the checksum is wrong. */
export function decodeCb58(text: string, length: number): Uint8Array | undefined {
  if (text.length > MAX_TEXT_LENGTH || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined
  const whole = base58.decode(text)
  if (whole.length !== length + CHECKSUM_BYTES) return undefined
  const bytes = whole.slice(0, length)
  const checksum = sha256(bytes).subarray(-CHECKSUM_BYTES)
  return checksum.every((byte, index) => byte === whole[length + index]) ? bytes : undefined
}
