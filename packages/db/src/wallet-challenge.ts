import type { Database } from './database.ts'
import { prepare } from './statement.ts'

// Several may be open, so that nobody can block a login by asking for challenges for somebody else's address.
const OPEN_PER_WALLET = 16
// Bounds the table under a flood; the oldest go first.
const OPEN_IN_ALL = 100_000

export type WalletChallenge = {
  readonly id: string
  readonly message: string
}

type NewWalletChallenge = {
  readonly wallet: string
  readonly message: string
  readonly expiresAt: Date
}

// The new row is invisible to the deletes of its own statement, hence "one less".
const insertChallenge = prepare<[wallet: string, message: string, expiresAt: Date], object>(
  'insert_wallet_challenge',
  `with created as (
     insert into wallet_challenges (wallet_key, message, expires_at) values (lower($1), $2, $3) returning id
   ), surplus as (
     delete from wallet_challenges where id in (
       select id from wallet_challenges where wallet_key = lower($1) order by id desc offset ${OPEN_PER_WALLET - 1})
   )
   delete from wallet_challenges where id <= (select id - ${OPEN_IN_ALL} from created)`,
)

const selectOpen = prepare<[wallet: string], WalletChallenge>(
  'select_open_wallet_challenges',
  `select id, message from wallet_challenges
   where wallet_key = lower($1) and expires_at > clock_timestamp() order by id desc limit ${OPEN_PER_WALLET}`,
)

const deleteOpen = prepare<[id: string], { id: string }>(
  'consume_wallet_challenge',
  `delete from wallet_challenges where id = $1 and expires_at > clock_timestamp() returning id`,
)

/** Remembers a message that a wallet is asked to sign. The newest 16 of a wallet are kept. */
export async function createWalletChallenge(db: Database, challenge: NewWalletChallenge): Promise<void> {
  await insertChallenge(db.pool, [challenge.wallet, challenge.message, challenge.expiresAt])
}

/** Lists the challenges of a wallet that may still be answered, newest first. */
export async function listOpenWalletChallenges(db: Database, wallet: string): Promise<WalletChallenge[]> {
  return await selectOpen(db.pool, [wallet])
}

/** Uses a challenge up. True for exactly one caller, and only before it has expired by the database's clock. */
export async function consumeWalletChallenge(db: Database, id: string): Promise<boolean> {
  const consumed = await deleteOpen(db.pool, [id])
  return consumed.length === 1
}
