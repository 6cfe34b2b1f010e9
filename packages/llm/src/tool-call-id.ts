import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 9

/**
 * A new id for a tool call: nine letters and digits, the one form that every vendor takes (Mistral refuses
 * any other). Vendors' own ids are not used, since some repeat them.
 */
export function mintToolCallId(): string {
  let id = ''
  for (let position = 0; position < LENGTH; position++) id += ALPHABET[randomInt(ALPHABET.length)]
  return id
}

/** The form of an id that every vendor takes; the same id always gives the same form. */
export function toVendorId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, LENGTH)
}
