import type { Database } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import { prepare } from '../statement.ts'

/** The pseudonym of a person in events. */
export type EventSubject = {
  readonly subject: string
  /** With a secret of the installation it makes the key of the person's details. */
  readonly salt: Buffer
}

const keepSubject = prepare('keep_event_subject')<[userId: OwnerId, salt: Buffer], EventSubject>(`
  insert into event_subjects as s (user_id, salt) values ($1, $2)
  on conflict (user_id) do update set user_id = s.user_id
  returning s.subject, s.salt
`)

/** Returns the pseudonym of a person. Stores the given salt with a new one when the person has none. */
export async function keepEventSubject(db: Database, owner: OwnerId, salt: Buffer): Promise<EventSubject> {
  const [row] = await keepSubject(db.pool, [owner, salt])
  if (!row) throw new Error('The upsert of an event subject returned no row.')
  return row
}
