import type { Database } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import { prepare } from '../statement.ts'

/** An event with the person behind its pseudonym, while that person is known. */
export type StoredEvent = {
  readonly id: string
  readonly at: Date
  readonly subject: string | null
  readonly userId: OwnerId | null
  readonly walletAddress: string | null
  readonly salt: Buffer | null
  readonly action: string
  readonly outcome: string
  readonly door: string
  readonly keyId: string | null
  readonly network: string | null
  readonly targetId: string | null
  readonly detail: Buffer | null
}

export type EventFilter = {
  readonly userId: string | null
  readonly action: string | null
  readonly outcome: string | null
  readonly from: Date | null
  readonly to: Date | null
  /** Only events before the one with this id. */
  readonly before: string | null
  readonly limit: number
}

type FilterValues = [
  userId: string | null,
  action: string | null,
  outcome: string | null,
  from: Date | null,
  to: Date | null,
  before: string | null,
  limit: number,
]

const selectEvents = prepare('select_events')<FilterValues, StoredEvent>(`
  select e.id::text as id, e.at, e.subject, u.id as "userId", u.wallet_address as "walletAddress", s.salt,
    e.action, e.outcome, e.door, e.key_id as "keyId", e.network, e.target_id as "targetId", e.detail
  from events e left join event_subjects s on s.subject = e.subject left join users u on u.id = s.user_id
  where ($1::uuid is null or e.subject = (select subject from event_subjects where user_id = $1))
    and ($2::text is null or e.action = $2)
    and ($3::text is null or e.outcome = $3)
    and ($4::timestamptz is null or e.at >= $4)
    and ($5::timestamptz is null or e.at < $5)
    and ($6::text is null or e.id < $6::bigint)
  order by e.id desc limit $7
`)

/** Returns events that fit the filter, newest first. */
export async function listEvents(db: Database, filter: EventFilter): Promise<StoredEvent[]> {
  const { userId, action, outcome, from, to, before, limit } = filter
  return selectEvents(db.pool, [userId, action, outcome, from, to, before, limit])
}
