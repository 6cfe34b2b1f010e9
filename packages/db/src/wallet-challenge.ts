import type { Database } from './database.ts'
import { inTransaction, prepare } from './statement.ts'

/** Limits of a wallet: each of its open challenges costs a signature recovery at sign-in. */
const NEW_PER_WALLET_AND_MINUTE = 8
const OPEN_PER_WALLET = 8 * 6
/** Limits the table under a flood from many addresses. */
const OPEN_IN_ALL = 1_000_000

export type WalletChallenge = {
  readonly id: string
  readonly message: string
}

export type NewWalletChallenge = {
  readonly wallet: string
  readonly message: string
  /** Minimum time for which it stays valid. */
  readonly lifetimeSeconds: number
}

const lockWallet = prepare('lock_wallet_challenges')<[wallet: string], object>(`
  select 1 from pg_advisory_xact_lock(hashtextextended('wallet_challenge:' || lower($1), 0))
`)

// Challenges of one minute expire together, `lifetimeSeconds` after the end of that minute.
const insertOrRepeat = prepare('issue_wallet_challenge')<
  [wallet: string, message: string, lifetimeSeconds: number],
  { message: string }
>(`
  with slot as (
    select date_bin('1 minute', clock_timestamp(), 'epoch') + make_interval(secs => $3 + 60) as ends_at
  ), open as (
    select id, message from wallet_challenges
    where wallet_key = lower($1) and expires_at = (select ends_at from slot)
  ), created as (
    insert into wallet_challenges (wallet_key, message, expires_at)
    select lower($1), $2, ends_at from slot
    where (select count(*) from open) < ${NEW_PER_WALLET_AND_MINUTE}
      and (select coalesce(max(id) - min(id), 0) from wallet_challenges) < ${OPEN_IN_ALL}
    returning id, message
  ), repeated as (
    select id, message from open where not exists (select from created) order by id desc limit 1
  )
  select message from created union all select message from repeated
`)

const selectOpen = prepare('select_open_wallet_challenges')<[wallet: string], WalletChallenge>(`
  select id, message from wallet_challenges
  where wallet_key = lower($1) and expires_at > clock_timestamp() order by id desc limit ${OPEN_PER_WALLET}
`)

const deleteOpen = prepare('consume_wallet_challenge')<[id: string], { id: string }>(
  `delete from wallet_challenges where id = $1 and expires_at > clock_timestamp() returning id`,
)

/**
 * Returns the message that a wallet signs: the given one, now stored, or an earlier one of the same minute
 * when there are already eight of them. So no request shortens the life of another request's challenge. It is
 * valid for `lifetimeSeconds` to a minute longer, by the database's clock. Returns null when a million
 * challenges are open.
 */
export async function issueWalletChallenge(
  db: Database,
  { wallet, message, lifetimeSeconds }: NewWalletChallenge,
): Promise<string | null> {
  return inTransaction(db, async (connection) => {
    await lockWallet(connection, [wallet])
    const [issued] = await insertOrRepeat(connection, [wallet, message, lifetimeSeconds])
    return issued?.message ?? null
  })
}

/** Lists the valid challenges of a wallet, newest first. */
export async function listOpenWalletChallenges(db: Database, wallet: string): Promise<WalletChallenge[]> {
  return await selectOpen(db.pool, [wallet])
}

/** Consumes a challenge. True for exactly one caller, and only before it expires by the database's clock. */
export async function consumeWalletChallenge(db: Database, id: string): Promise<boolean> {
  const consumed = await deleteOpen(db.pool, [id])
  return consumed.length === 1
}
