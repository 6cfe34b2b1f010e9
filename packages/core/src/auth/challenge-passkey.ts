import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import { mintPasskeyChallenge } from './passkey-challenge.ts'
import { creationOptions, requestOptions, requirePasskeyHost } from './passkey-options.ts'

type Deps = SignInDeps & {
  readonly apiKeyPepper: Uint8Array
  readonly origin: string
  readonly now: () => Date
}

type Wanted = {
  readonly purpose: 'sign_in' | 'register'
  /** What the device shows beside a new passkey. */
  readonly name: string
  readonly clientAddress: string | null
}

/**
 * Returns the options with which a browser asks its person for a passkey: to sign in, or to create one for a new
 * account. Throws `rate_limited`, and `forbidden` where browsers offer no passkeys.
 */
export async function challengePasskey(
  deps: Deps,
  { purpose, name, clientAddress }: Wanted,
): Promise<PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const host = requirePasskeyHost(deps.origin)
  const challenge = mintPasskeyChallenge(deps, purpose)
  return purpose === 'sign_in'
    ? requestOptions(host, challenge)
    : creationOptions({ host, challenge, name, known: [] })
}
