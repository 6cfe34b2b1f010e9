import { type Database, listOwnSignIns } from '@parley/db'
import type { AccessTokens } from './access-token.ts'
import { authenticate } from './authenticate.ts'

type Deps = { readonly db: Database; readonly accessTokens: AccessTokens; readonly apiKeyPepper: Uint8Array }

/**
 * Returns the access token with more time, in place of the one that a person's page uses. Returns null for one that is
 * expired or revoked. The time of the sign-in stays, so nothing that needs a fresh sign-in becomes possible. A person with
 * a sign-in at the identity provider gets the same token back, because their groups are read at each sign-in.
 */
export async function renewSession(deps: Deps, bearer: string): Promise<string | null> {
  const caller = await authenticate(deps, { bearer, clientAddress: null })
  if (caller?.kind !== 'person') return null
  const { owner, tokenId, signedInAt } = caller
  const signIns = await listOwnSignIns(deps.db, owner)
  if (signIns.some(({ kind }) => kind === 'oidc')) return bearer
  return deps.accessTokens.renew({ userId: owner, tokenId, issuedAt: signedInAt })
}
