import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { AccessTokens } from './access-token.ts'
import { checkNewPasskey } from './check-passkey.ts'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import { type SignedIn, signInWithProof } from './sign-in-with-proof.ts'
import type { PasskeyReply } from './verify-passkey.ts'

type Deps = SignInDeps & {
  readonly apiKeyPepper: Uint8Array
  readonly accessTokens: AccessTokens
  readonly admission: AdmissionPolicy
  readonly origin: string
  readonly now: () => Date
}

type NewPerson = PasskeyReply & {
  /** The name of the passkey. */
  readonly label: string
  readonly invitation: string | null
}

/**
 * Creates an account whose proof is a new passkey, for a person without a wallet. Throws `unauthenticated` for a reply
 * that proves no passkey, and as `signInWithProof` does.
 */
export async function registerPasskey(
  deps: Deps,
  { credential, label, invitation, clientAddress }: NewPerson,
): Promise<SignedIn> {
  await countSignIn(deps, { clientAddress, wallet: null })
  return signInWithProof(deps, await checkNewPasskey(deps, 'register', { credential, label }), invitation)
}
