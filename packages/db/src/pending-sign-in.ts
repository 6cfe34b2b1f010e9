import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const insertPending = prepare('insert_pending_sign_in')<
  [stateDigest: Buffer, browserDigest: Buffer, lifetimeSeconds: number],
  object
>(`
  insert into pending_sign_ins (state_digest, browser_digest, expires_at)
  values ($1, $2, clock_timestamp() + make_interval(secs => $3))
`)

const deletePending = prepare('take_pending_sign_in')<
  [stateDigest: Buffer, browserDigest: Buffer],
  { isValid: boolean }
>(`
  delete from pending_sign_ins where state_digest = $1
  returning browser_digest = $2 and expires_at > clock_timestamp() as "isValid"
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
  { stateDigest, browserDigest, lifetimeSeconds }: PendingSignIn & { readonly lifetimeSeconds: number },
): Promise<void> {
  await insertPending(db.pool, [stateDigest, browserDigest, lifetimeSeconds])
}

/** Ends a pending sign-in. True for one caller, from the browser that started it, before it expires. */
export async function takePendingSignIn(
  db: Database,
  { stateDigest, browserDigest }: PendingSignIn,
): Promise<boolean> {
  const [taken] = await deletePending(db.pool, [stateDigest, browserDigest])
  return taken?.isValid ?? false
}
