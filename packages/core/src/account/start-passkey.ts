import { type Database, listOwnSignIns } from '@parley/db'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { Caller } from '../auth/authenticate.ts'
import { mintPasskeyChallenge } from '../auth/passkey-challenge.ts'
import { creationOptions, requirePasskeyHost } from '../auth/passkey-options.ts'
import { requireOwnProofs } from './add-proof.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

type Deps = {
  readonly db: Database
  readonly admission: AdmissionPolicy
  readonly apiKeyPepper: Uint8Array
  readonly origin: string
  readonly now: () => Date
}

/**
 * Returns the options with which the caller's browser creates a passkey for this account. A device that has one
 * already makes no second. Throws as `requireFreshSignIn` and `requireOwnProofs` do.
 */
export async function startPasskey(
  deps: Deps,
  caller: Caller,
  name: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireFreshSignIn(deps, caller)
  const host = requirePasskeyHost(deps.origin)
  await requireOwnProofs(deps, caller.owner, 'passkey')
  const signIns = await listOwnSignIns(deps.db, caller.owner)
  const known = signIns.filter(({ kind }) => kind === 'passkey').map(({ subject }) => subject)
  const challenge = mintPasskeyChallenge(deps, { add: caller.owner })
  return creationOptions({ host, challenge, name, known })
}
