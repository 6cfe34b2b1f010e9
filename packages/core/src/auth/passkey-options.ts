import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { AppError } from '@parley/errors'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { PASSKEY_CHALLENGE_MS } from './passkey-challenge.ts'

/** EdDSA, ES256 and RS256 (COSE): what authenticators of today offer. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

const USER_HANDLE_BYTES = 32

/**
 * Returns the host that passkeys of this service belong to (WebAuthn, "RP ID"). Null where browsers refuse passkeys: on
 * an IP address, and over plain http except on localhost.
 */
export function passkeyHost(origin: string): string | null {
  const { protocol, hostname } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null
  return protocol === 'https:' || isLocal ? hostname : null
}

/** Returns the host as `passkeyHost` does. Throws `forbidden` where there is none. */
export function requirePasskeyHost(origin: string): string {
  const host = passkeyHost(origin)
  if (host !== null) return host
  const sentence = `Browsers offer no passkeys for ${origin}. The operator can set PARLEY_ORIGIN to an https address with a name, or to localhost.`
  throw new AppError('forbidden', sentence)
}

type Creation = {
  readonly host: string
  readonly challenge: Buffer
  /** What the person sees in the list of passkeys of the device. */
  readonly name: string
  /** Credential ids that the account has already. */
  readonly known: readonly string[]
}

/**
 * Returns what the browser needs to create a passkey that needs no user name. The user handle is random: an account has
 * no name that authenticators should know.
 */
export async function creationOptions({
  host,
  challenge,
  name,
  known,
}: Creation): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Parley',
    rpID: host,
    userName: name,
    userID: new Uint8Array(randomBytes(USER_HANDLE_BYTES)),
    challenge: new Uint8Array(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  })
}

/** Returns what the browser needs to let its person choose a passkey. */
export async function requestOptions(
  host: string,
  challenge: Buffer,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
  })
}
