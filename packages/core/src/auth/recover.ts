import { endSessions, getUser, takeRecoveryCode } from '@parley/db'
import { AppError } from '@parley/errors'
import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import { digestRecoveryCode } from '../secrets/recovery-code.ts'
import type { AccessTokens } from './access-token.ts'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import type { SignedIn } from './sign-in-with-proof.ts'

type Deps = SignInDeps & {
  readonly apiKeyPepper: Uint8Array
  readonly accessTokens: AccessTokens
  readonly admission: AdmissionPolicy
}

/**
 * Exchanges a recovery code for an access token. The code is used up, and every other session of its person ends. A
 * code has 80 random bits, and each client address has few tries. Throws `unauthenticated` for a code that is unknown
 * or used, and `rate_limited`.
 */
export async function recover(
  deps: Deps,
  { code, clientAddress }: { readonly code: string; readonly clientAddress: string | null },
): Promise<SignedIn> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const owner = await takeRecoveryCode(deps.db, digestRecoveryCode(deps.apiKeyPepper, code))
  const user = owner && (await getUser(deps.db, owner))
  if (!user) {
    const sentence = 'This recovery code is not valid, or was used before. Each code works once.'
    throw new AppError('unauthenticated', sentence)
  }
  if (user.admittedBy === 'group' && deps.admission.modes.has('group'))
    throw new AppError('forbidden', 'A group of the identity provider admits this account. Sign in there.')
  await endSessions(deps.db, user.owner, { before: new Date(), keptTokenId: null })
  return { accessToken: await deps.accessTokens.sign(user.owner), userId: user.owner, by: 'recovery_code' }
}
