import type { Database } from './database.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { lockAdministrators } from './sign-in.ts'
import { inTransaction, prepare } from './statement.ts'

/** Who asked for an erasure: the person, an administrator, or an operator who restored an older backup. */
export type ErasureAsker = 'person' | 'administrator' | 'restore'

/** An erasure that was asked for. `receipt` is null until everything is erased. */
export type StoredErasure = {
  readonly id: string
  readonly askedBy: ErasureAsker
  readonly askedAt: Date
  readonly receipt: unknown
}

/** An erasure that is not finished. */
export type PendingErasure = {
  readonly id: string
  readonly owner: OwnerId
  readonly askedBy: ErasureAsker
  readonly askedAt: Date
  readonly subject: string | null
  /** Rows by table; null until the records are erased. */
  readonly erased: Readonly<Record<string, number>> | null
}

const selectTarget = prepare('select_erasure_target')<[id: string], { isLast: boolean }>(`
  select u.role = 'administrator' and u.disabled_at is null and not exists (
    select from users o where o.id <> u.id and o.role = 'administrator' and o.disabled_at is null) as "isLast"
  from users u where u.id = $1 and u.id <> '${DEFAULT_OWNER}' for update
`)

const insertErasure = prepare('insert_erasure')<
  [owner: string, home: string, askedBy: string],
  { id: string }
>(`
  with disabled as (update users set disabled_at = coalesce(disabled_at, iso_now()) where id = $1)
  insert into erasures (user_id, home, asked_by) values ($1, $2, $3)
  on conflict (user_id) do update set home = excluded.home
  returning id
`)

const selectErasure = prepare('select_erasure')<[id: string], StoredErasure>(
  `select id, asked_by as "askedBy", asked_at as "askedAt", receipt from erasures where id = $1`,
)

const selectErasures = prepare('select_erasures')<
  [limit: number, askedAt: Date | null, id: string | null],
  StoredErasure
>(`
  select id, asked_by as "askedBy", asked_at as "askedAt", receipt from erasures
  where $2::timestamptz is null or (asked_at, id) < ($2, $3::uuid) order by asked_at desc, id desc limit $1
`)

const selectPending = prepare('select_pending_erasures')<
  [],
  Omit<PendingErasure, 'owner'> & { readonly owner: OwnerId | null }
>(`
  select id, user_id as owner, asked_by as "askedBy", asked_at as "askedAt", subject, erased from erasures
  where user_id is not null order by asked_at limit 20
`)

const selectHomes = prepare('select_erased_homes')<[], { id: string; home: string }>(
  `select id, home from erasures where erased_at > clock_timestamp() - interval '30 days'`,
)

const keepReceipt = prepare('keep_erasure_receipt')<[id: string, receipt: string], { receipt: unknown }>(
  `update erasures set receipt = coalesce(receipt, $2) where id = $1 returning receipt`,
)

// The last mention of the person.
const closeErasure = prepare('finish_erasure')<[id: string], object>(
  `update erasures set user_id = null, erased = null, finished_at = clock_timestamp() where id = $1`,
)

const selectOwnerOfSubject = prepare('select_owner_of_subject')<[subject: string], { owner: OwnerId }>(
  `select user_id as owner from event_subjects where subject = $1`,
)

/**
 * Begins to erase a person: disables the account, effective from the next request on every replica, and notes the rest.
 * `home` is the name of the person's folders. A repeated call returns the same erasure. Returns `last_administrator`
 * when no enabled administrator would remain, and changes nothing then.
 */
export async function beginErasure(
  db: Database,
  owner: string,
  { home, askedBy }: { readonly home: string; readonly askedBy: ErasureAsker },
): Promise<{ readonly id: string } | 'missing' | 'last_administrator'> {
  return inTransaction(db, async (connection) => {
    await lockAdministrators(connection, [])
    const [target] = await selectTarget(connection, [owner])
    if (!target) return 'missing'
    if (target.isLast) return 'last_administrator'
    const [begun] = await insertErasure(connection, [owner, home, askedBy])
    if (!begun) throw new Error('The insert of an erasure returned no row.')
    return begun
  })
}

/** Lists the erasures that are not finished, the oldest first. */
export async function listPendingErasures(db: Database): Promise<PendingErasure[]> {
  const pending = await selectPending(db.pool, [])
  return pending.flatMap(({ owner, ...erasure }) => (owner === null ? [] : [{ ...erasure, owner }]))
}

/** Reads an erasure; null when there is none. */
export async function findErasure(db: Database, id: string): Promise<StoredErasure | null> {
  const [found] = await selectErasure(db.pool, [id])
  return found ?? null
}

/** Lists the erasures, newest first: at most `limit`, behind a place where one is given. */
export async function listErasures(
  db: Database,
  { limit, behind }: { readonly limit: number; readonly behind?: Pick<StoredErasure, 'askedAt' | 'id'> },
): Promise<StoredErasure[]> {
  return selectErasures(db.pool, [limit, behind?.askedAt ?? null, behind?.id ?? null])
}

/** The folders of persons whose records were erased in the last 30 days, for the copies of each replica. */
export async function listErasedHomes(
  db: Database,
): Promise<{ readonly id: string; readonly home: string }[]> {
  return selectHomes(db.pool, [])
}

/** Stores the receipt of an erasure. Returns the one that is stored: the first one stays. */
export async function storeReceipt(db: Database, id: string, receipt: object): Promise<unknown> {
  const [stored] = await keepReceipt(db.pool, [id, JSON.stringify(receipt)])
  return stored?.receipt
}

/** Ends an erasure: nothing names the person any more. */
export async function finishErasure(db: Database, id: string): Promise<void> {
  await closeErasure(db.pool, [id])
}

/** The person behind a pseudonym of events; null when there is none. */
export async function findSubjectOwner(db: Database, subject: string): Promise<OwnerId | null> {
  const [found] = await selectOwnerOfSubject(db.pool, [subject])
  return found?.owner ?? null
}
