import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

type Values = [tokenDigest: Buffer, keptUntil: Date, issuer: string, subject: string, from: Date]

const endOnce = prepare('end_sessions_once')<Values, { isNew: boolean; owner: OwnerId | null }>(`
  with spent as (
    insert into spent_challenges (digest, expires_at) values ($1, $2) on conflict (digest) do nothing returning digest
  ), ended as (
    update users u set sessions_from = $5, kept_token_id = null from sign_ins s
    where s.kind = 'oidc' and s.issuer = $3 and s.subject = $4 and u.id = s.user_id and exists (select from spent)
    returning u.id
  )
  select exists (select from spent) as "isNew", (select id from ended) as owner
`)

type ProviderLogout = {
  /** SHA-256 of what identifies the logout token. */
  readonly tokenDigest: Buffer
  /** When the token is certainly expired, so that its digest is no longer needed. */
  readonly keptUntil: Date
  readonly issuer: string
  readonly subject: string
  /** Tokens signed before this time are refused. */
  readonly before: Date
}

/**
 * Ends every session of the account of an identity, effective when this returns. A logout token is accepted once over
 * all replicas. `isNew` is false for a token that was used; `owner` is null where no account has the identity.
 */
export async function endProviderSessions(
  db: Database,
  { tokenDigest, keptUntil, issuer, subject, before }: ProviderLogout,
): Promise<{ readonly isNew: boolean; readonly owner: OwnerId | null }> {
  const [outcome] = await endOnce(db.pool, [tokenDigest, keptUntil, issuer, subject, before])
  if (!outcome) throw new Error('The end of sessions returned no row.')
  return outcome
}
