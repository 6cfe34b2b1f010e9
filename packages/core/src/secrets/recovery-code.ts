import { createHmac, randomBytes } from 'node:crypto'

/** Bytes of a code. So many random bits cannot be guessed, so a fast hash is safe. */
const CODE_BYTES = 10
/** Letters and digits that people do not confuse (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a recovery code of 80 random bits: four groups of four letters and digits. */
export function mintRecoveryCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g)?.map((five) => ALPHABET[Number.parseInt(five, 2)]) ?? []
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Returns the digest under which a code is stored. Case, spaces, dashes and confusable letters do not matter. */
export function digestRecoveryCode(pepper: Uint8Array, code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const read = plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return createHmac('sha256', pepper).update(`recovery code ${read}`).digest()
}
