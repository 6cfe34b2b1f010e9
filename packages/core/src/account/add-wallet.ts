import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { SignInDeps } from '../auth/count-sign-in.ts'
import { checkWallet, type IsSignedByContract, type WalletProof } from '../auth/verify-wallet.ts'
import { addProof } from './add-proof.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

type Deps = SignInDeps & {
  readonly admission: AdmissionPolicy
  readonly isSignedByContract?: IsSignedByContract
  readonly now: () => Date
}

/**
 * Adds a wallet to the caller's account, by a signature over one of its challenges. Returns the id of the proof. Throws
 * as `checkWallet`, `requireFreshSignIn` and `addProof` do.
 */
export async function addWallet(deps: Deps, caller: Caller, proof: WalletProof): Promise<string> {
  requireFreshSignIn(deps, caller)
  return addProof(deps, caller.owner, await checkWallet(deps, proof))
}
