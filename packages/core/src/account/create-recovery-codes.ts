import { LIMITS } from '@parley/contract'
import { type Database, replaceRecoveryCodes } from '@parley/db'
import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { Caller } from '../auth/authenticate.ts'
import { digestRecoveryCode, mintRecoveryCode } from '../secrets/recovery-code.ts'
import { requireOwnProofs } from './add-proof.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

type Deps = {
  readonly db: Database
  readonly admission: AdmissionPolicy
  readonly apiKeyPepper: Uint8Array
  readonly now: () => Date
}

/**
 * Creates recovery codes for the caller's account. Only the return value has them. Earlier codes stop working. Throws as
 * `requireFreshSignIn` and `requireOwnProofs` do.
 */
export async function createRecoveryCodes(deps: Deps, caller: Caller): Promise<string[]> {
  requireFreshSignIn(deps, caller)
  await requireOwnProofs(deps, caller.owner, 'recovery_code')
  const codes = Array.from({ length: LIMITS.recoveryCodes }, mintRecoveryCode)
  const digests = codes.map((code) => digestRecoveryCode(deps.apiKeyPepper, code))
  await replaceRecoveryCodes(deps.db, caller.owner, digests)
  return codes
}
