import { type Database, findPasskey, raisePasskeyCounter } from '@parley/db'
import { AppError } from '@parley/errors'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { VerifiedProof } from '../admission/admission-policy.ts'
import { recordEvent } from '../event/record-event.ts'
import { isPasskeyChallenge, type PasskeyPurpose, spendPasskeyChallenge } from './passkey-challenge.ts'
import { PASSKEY_ALGORITHMS, requirePasskeyHost } from './passkey-options.ts'

type Deps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly origin: string
  readonly now: () => Date
}

/** Every reply of a browser that does not prove a passkey gets this sentence. */
const REFUSED = 'The passkey was not confirmed. Try again.'

/**
 * Checks the reply of a browser that created a passkey (WebAuthn Level 3, section 7.1). The challenge is used up. Only
 * replies without a certificate are accepted: the library would fetch revocation lists from addresses that a
 * certificate names. Throws `unauthenticated`.
 */
export async function checkNewPasskey(
  deps: Deps,
  purpose: Exclude<PasskeyPurpose, 'sign_in'>,
  { credential, label }: { readonly credential: unknown; readonly label: string },
): Promise<VerifiedProof> {
  const host = requirePasskeyHost(deps.origin)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  // The library checks the form of every field itself.
  const response = credential as RegistrationResponseJSON
  const info = await refuseFaults(async () => {
    await refuseCertificates(response)
    const verdict = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => isPasskeyChallenge(deps, purpose, challenge),
      expectedOrigin: deps.origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    return verdict.verified ? verdict.registrationInfo : null
  })
  if (!(await spendPasskeyChallenge(deps, challengeOf(response)))) throw refusal()
  const { id, publicKey, counter } = info.credential
  return { ...proofOf(id), label, passkey: { publicKey, counter } }
}

/**
 * Checks the reply of a browser whose person chose a passkey (WebAuthn Level 3, section 7.2). The challenge is used up.
 * A signature counter that did not rise shows that the passkey was copied: the sign-in is refused and recorded. Throws
 * `unauthenticated`.
 */
export async function checkPasskey(deps: Deps, credential: unknown): Promise<VerifiedProof> {
  const host = requirePasskeyHost(deps.origin)
  const response = credential as AuthenticationResponseJSON
  const stored = await findPasskey(deps.db, response.id)
  if (!stored) {
    const sentence =
      'This service does not know this passkey. Sign in in another way, or choose another passkey.'
    throw new AppError('unauthenticated', sentence)
  }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const info = await refuseFaults(async () => {
    const verdict = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => isPasskeyChallenge(deps, 'sign_in', challenge),
      expectedOrigin: deps.origin,
      expectedRPID: host,
      // The counter is compared below, in the statement that stores it.
      credential: { id: response.id, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verdict.verified ? verdict.authenticationInfo : null
  })
  if (!(await spendPasskeyChallenge(deps, challengeOf(response)))) throw refusal()
  const used = { credentialId: response.id, counter: info.newCounter }
  if (!(await raisePasskeyCounter(deps.db, used))) {
    const event = { door: 'service', clientAddress: null, owner: stored.owner } as const
    await recordEvent(deps, { ...event, action: 'auth.copiedPasskey', outcome: 'unauthenticated' })
    const sentence =
      'This passkey was used elsewhere in the meantime, so it may have been copied. Sign in in another way and remove it.'
    throw new AppError('unauthenticated', sentence)
  }
  return proofOf(response.id)
}

function proofOf(credentialId: string): VerifiedProof {
  const nothing = { walletAddress: null, verifiedEmail: null, groups: null }
  return { kind: 'passkey', issuer: '', subject: credentialId, label: '', ...nothing }
}

async function refuseFaults<Info>(verify: () => Promise<Info | null>): Promise<Info> {
  let info: Info | null
  try {
    info = await verify()
  } catch (cause) {
    throw refusal(cause)
  }
  if (info === null) throw refusal()
  return info
}

function refusal(cause?: unknown): AppError {
  return new AppError('unauthenticated', REFUSED, { cause })
}

async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  const isPlain = format === 'none' || format === 'packed'
  if (!isPlain || attestation.get('attStmt').get('x5c') !== undefined)
    throw new Error(`The attestation "${format}" has a certificate.`)
}

/** Returns the challenge that a verified reply signs. */
function challengeOf({ response }: { readonly response: { readonly clientDataJSON: string } }): string {
  const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  return String(Object(data).challenge)
}
