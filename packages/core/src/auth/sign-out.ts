import { LIMITS } from '@parley/contract'
import { type Database, revokeAccessToken } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Caller } from './authenticate.ts'

type Deps = { readonly db: Database }

/** For how long an expired token is still accepted, and as much again for other clocks. */
const TOLERANCE_MS = 120_000

/** Revokes the caller's access token. Throws `forbidden` for an API key. */
export async function signOut(deps: Deps, caller: Caller): Promise<void> {
  if (caller.kind !== 'person') throw new AppError('forbidden', 'An API key is revoked, not signed out.')
  // The same token may have been renewed since, so a form of it may be valid for this long.
  const expiresAt = new Date(Date.now() + LIMITS.accessTokenSeconds * 1000 + TOLERANCE_MS)
  await revokeAccessToken(deps.db, { tokenId: caller.tokenId, expiresAt })
}
