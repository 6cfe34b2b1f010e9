import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 9

/**
 * Returns a new id for a tool call: nine letters and digits, the one form that every vendor accepts (Mistral
 * refuses any other). Vendors' ids are not used, because some vendors repeat them.
 */
export function mintToolCallId(): string {
  let id = ''
  for (let position = 0; position < LENGTH; position++) id += ALPHABET[randomInt(ALPHABET.length)]
  return id
}

/** Returns an id in the form that every vendor accepts. The same id always gives the same result. */
export function toVendorId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, LENGTH)
}
