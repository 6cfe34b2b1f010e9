import { type Database, revokeAccessToken } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Caller } from './authenticate.ts'

type Deps = { readonly db: Database }

/** Revokes the caller's access token. Throws `forbidden` for an API key. */
export async function signOut(deps: Deps, caller: Caller): Promise<void> {
  if (caller.kind !== 'person') throw new AppError('forbidden', 'An API key is revoked, not signed out.')
  await revokeAccessToken(deps.db, { tokenId: caller.tokenId, expiresAt: caller.expiresAt })
}
