import { createHash } from 'node:crypto'
import { type Database, endProviderSessions as endSessions } from '@parley/db'
import { AppError } from '@parley/errors'
import { recordEvent } from '../event/record-event.ts'
import { type IdentityProvider, LOGOUT_TOKEN_SECONDS } from './identity-provider.ts'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array }

/**
 * Ends every session of a person because the identity provider says so (OpenID Connect Back-Channel Logout 1.0, section
 * 2.7). API keys stay. A logout token is accepted once over all replicas. Without an account there is nothing to end,
 * and the logout has succeeded. Throws `invalid_request` for a token that is not valid or was used.
 */
export async function endProviderSessions(
  deps: Deps,
  provider: IdentityProvider,
  { logoutToken, clientAddress }: { readonly logoutToken: string; readonly clientAddress: string | null },
): Promise<void> {
  const { issuer, subject, tokenId, issuedAt } = await provider.readLogout(logoutToken)
  const { isNew, owner } = await endSessions(deps.db, {
    tokenDigest: createHash('sha256')
      .update(JSON.stringify(['logout token', issuer, tokenId]))
      .digest(),
    // Twice as long as the token is valid, because the clock of the database may differ.
    keptUntil: new Date(issuedAt.getTime() + 2 * LOGOUT_TOKEN_SECONDS * 1000),
    issuer,
    subject,
    before: new Date(),
  })
  if (!isNew) throw new AppError('invalid_request', 'This logout token was used before.')
  if (owner === null) return
  await recordEvent(deps, { owner, action: 'auth.endProviderSessions', door: 'service', clientAddress })
}
