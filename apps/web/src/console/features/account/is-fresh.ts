import { LIMITS } from '@parley/contract'
import { parseTime } from '#web/console/components/time.ts'

/** Whether a session is young enough to change the ways to sign in. */
export function isFresh({ signed_in_at }: { readonly signed_in_at: string }): boolean {
  return Date.now() - parseTime(signed_in_at).getTime() < LIMITS.freshSignInSeconds * 1000
}
