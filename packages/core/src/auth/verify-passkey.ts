import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { AccessTokens } from './access-token.ts'
import { checkPasskey } from './check-passkey.ts'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import { type SignedIn, signInWithProof } from './sign-in-with-proof.ts'

type Deps = SignInDeps & {
  readonly apiKeyPepper: Uint8Array
  readonly accessTokens: AccessTokens
  readonly admission: AdmissionPolicy
  readonly origin: string
  readonly now: () => Date
}

export type PasskeyReply = {
  /** The browser's reply, as JSON. */
  readonly credential: unknown
  /** Null when the request was counted against it before. */
  readonly clientAddress: string | null
}

/** Exchanges the signature of a passkey for an access token. Throws as `checkPasskey` and `signInWithProof` do. */
export async function verifyPasskey(
  deps: Deps,
  { credential, clientAddress }: PasskeyReply,
): Promise<SignedIn> {
  await countSignIn(deps, { clientAddress, wallet: null })
  return signInWithProof(deps, await checkPasskey(deps, credential), null)
}
