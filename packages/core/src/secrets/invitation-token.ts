import { createHash, randomBytes } from 'node:crypto'

/** Bytes of a token. So many random bits cannot be guessed, so a fast hash is safe. */
const TOKEN_BYTES = 16

/** Makes the secret part of an invitation's link: 128 random bits in base64url. */
export function mintInvitation(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Returns the digest under which an invitation is stored. */
export function digestInvitation(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The link of an invitation. Browsers send no fragment to servers, so no log holds the token. */
export function linkOf(origin: string, token: string): string {
  return `${origin}/invitation#${token}`
}
