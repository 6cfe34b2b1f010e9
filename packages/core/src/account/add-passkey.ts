import type { Database } from '@parley/db'
import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { Caller } from '../auth/authenticate.ts'
import { checkNewPasskey } from '../auth/check-passkey.ts'
import { addProof } from './add-proof.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

type Deps = {
  readonly db: Database
  readonly admission: AdmissionPolicy
  readonly apiKeyPepper: Uint8Array
  readonly origin: string
  readonly now: () => Date
}

/**
 * Adds a passkey that the caller's browser created to the caller's account. Returns the id of the proof. Throws as
 * `checkNewPasskey`, `requireFreshSignIn` and `addProof` do.
 */
export async function addPasskey(
  deps: Deps,
  caller: Caller,
  made: { readonly credential: unknown; readonly label: string },
): Promise<string> {
  requireFreshSignIn(deps, caller)
  const { owner } = caller
  return addProof(deps, owner, await checkNewPasskey(deps, { add: owner }, made))
}
