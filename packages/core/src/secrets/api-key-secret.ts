import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The secret of an API key: `prl_<key id>_<secret><checksum>` with 12, 43 and 6 base62 characters. The
 * checksum detects a mistyped key without a database query.
 */
export type ParsedApiKey = { readonly keyId: string; readonly secret: string }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = /^prl_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Makes a key with 256 random bits. */
export function mintApiKey(): ParsedApiKey {
  const keyId = randomBase62(12)
  const body = `prl_${keyId}_${randomBase62(43)}`
  return { keyId, secret: body + checksum(body) }
}

/** Parses the secret of an API key. Returns null when the text has another form or a wrong checksum. */
export function parseApiKey(text: string): ParsedApiKey | null {
  const match = FORM.exec(text)
  const keyId = match?.[1]
  const written = match?.[3]
  if (!keyId || checksum(text.slice(0, -6)) !== written) return null
  return { keyId, secret: text }
}

/**
 * Returns the digest of a key that is stored. A fast hash is safe here: the secret has 256 random bits and
 * cannot be guessed.
 */
export function digestApiKey(pepper: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest()
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    // Bytes from 248 on are skipped. Otherwise the first characters of the alphabet would be more frequent.
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  }
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < 6; index++) {
    text = ALPHABET[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
