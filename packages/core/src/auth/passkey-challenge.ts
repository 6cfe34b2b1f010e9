import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Database, type OwnerId, spendChallenge } from '@parley/db'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array; readonly now: () => Date }

/** What the answer to a challenge may be used for. `add` adds a passkey to one account. */
export type PasskeyPurpose = 'sign_in' | 'register' | { readonly add: OwnerId }

/** How long the person may take to answer the browser. */
export const PASSKEY_CHALLENGE_MS = 300_000

const TIME_BYTES = 8
const RANDOM_BYTES = 16
const MAC_BYTES = 32

/**
 * Makes a challenge of WebAuthn: the time of its end, random bytes, and a keyed hash of these two and the purpose.
 * Nothing is stored, so requests for challenges fill no table.
 */
export function mintPasskeyChallenge(
  { apiKeyPepper, now }: Pick<Deps, 'apiKeyPepper' | 'now'>,
  purpose: PasskeyPurpose,
): Buffer {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(now().getTime() + PASSKEY_CHALLENGE_MS))
  const body = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
  return Buffer.concat([body, macOf(apiKeyPepper, purpose, body)])
}

/** Whether a challenge, in base64url, is one of this service for this purpose, and not too old. */
export function isPasskeyChallenge(
  { apiKeyPepper, now }: Pick<Deps, 'apiKeyPepper' | 'now'>,
  purpose: PasskeyPurpose,
  challenge: string,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return false
  const body = bytes.subarray(0, -MAC_BYTES)
  const isOurs = timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(apiKeyPepper, purpose, body))
  return isOurs && endOf(bytes) > now().getTime()
}

/** Uses a challenge up. True for one caller, on every replica. */
export async function spendPasskeyChallenge({ db }: Pick<Deps, 'db'>, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const digest = createHash('sha256').update(bytes).digest()
  return spendChallenge(db, { digest, expiresAt: new Date(endOf(bytes)) })
}

function endOf(bytes: Buffer): number {
  return Number(bytes.readBigUInt64BE(0))
}

function macOf(pepper: Uint8Array, purpose: PasskeyPurpose, body: Buffer): Buffer {
  const word = typeof purpose === 'string' ? purpose : `add ${purpose.add}`
  return createHmac('sha256', pepper).update(`passkey challenge ${word} `).update(body).digest()
}
