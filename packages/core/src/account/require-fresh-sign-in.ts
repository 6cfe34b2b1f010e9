import { LIMITS } from '@parley/contract'
import { AppError } from '@parley/errors'
import type { Caller } from '../auth/authenticate.ts'

type Deps = { readonly now: () => Date }

/**
 * Refuses a session whose person proved the identity some time ago: a browser that was left open must not be enough to
 * take an account over. Throws `forbidden` with what to do.
 */
export function requireFreshSignIn({ now }: Deps, caller: Caller): void {
  const isFresh =
    caller.kind === 'person' &&
    now().getTime() - caller.signedInAt.getTime() <= LIMITS.freshSignInSeconds * 1000
  if (isFresh) return
  const sentence = `Sign in again first. The ways to sign in can be changed for ${LIMITS.freshSignInSeconds / 60} minutes after a sign-in.`
  throw new AppError('forbidden', sentence)
}
