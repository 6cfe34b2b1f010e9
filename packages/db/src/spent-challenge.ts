import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const insertSpent = prepare('spend_challenge')<[digest: Buffer, expiresAt: Date], { isNew: boolean }>(`
  insert into spent_challenges (digest, expires_at) values ($1, $2) on conflict (digest) do nothing
  returning true as "isNew"
`)

/** Spends a challenge. True for one caller, on every replica; the row is kept until the challenge expires. */
export async function spendChallenge(
  db: Database,
  { digest, expiresAt }: { readonly digest: Buffer; readonly expiresAt: Date },
): Promise<boolean> {
  return (await insertSpent(db.pool, [digest, expiresAt])).length === 1
}
