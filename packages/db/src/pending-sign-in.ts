import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

const insertPending = prepare('insert_pending_sign_in')<
  [stateDigest: Buffer, browserDigest: Buffer, lifetimeSeconds: number, owner: OwnerId | null],
  object
>(`
  insert into pending_sign_ins (state_digest, browser_digest, expires_at, user_id)
  values ($1, $2, clock_timestamp() + make_interval(secs => $3), $4)
`)

const deletePending = prepare('take_pending_sign_in')<
  [stateDigest: Buffer, browserDigest: Buffer],
  { isValid: boolean; owner: OwnerId | null }
>(`
  delete from pending_sign_ins where state_digest = $1
  returning browser_digest = $2 and expires_at > clock_timestamp() as "isValid", user_id as owner
`)

type PendingSignIn = {
  /** SHA-256 of the state that the identity provider returns. */
  readonly stateDigest: Buffer
  /** SHA-256 of the secret in the cookie of the browser. */
  readonly browserDigest: Buffer
}

/** Records that a browser was sent to the identity provider. */
export async function createPendingSignIn(
  db: Database,
  {
    stateDigest,
    browserDigest,
    lifetimeSeconds,
    owner,
  }: PendingSignIn & { readonly lifetimeSeconds: number; readonly owner: OwnerId | null },
): Promise<void> {
  await insertPending(db.pool, [stateDigest, browserDigest, lifetimeSeconds, owner])
}

/**
 * Ends a pending sign-in. Returns it to one caller, from the browser that started it, before it expires; else null.
 * Its owner is the person who adds a proof, or null for a sign-in.
 */
export async function takePendingSignIn(
  db: Database,
  { stateDigest, browserDigest }: PendingSignIn,
): Promise<{ readonly owner: OwnerId | null } | null> {
  const [taken] = await deletePending(db.pool, [stateDigest, browserDigest])
  return taken?.isValid ? { owner: taken.owner } : null
}
