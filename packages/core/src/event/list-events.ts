import { type Database, type EventFilter, listEvents as findEvents } from '@parley/db'
import { type EventDetail, openDetail } from './event-detail.ts'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array }

/** An event for an administrator. */
export type OpenedEvent = {
  readonly id: string
  readonly at: Date
  /** Null where no person is known. `name` is null after the person was erased. */
  readonly person: {
    readonly subject: string
    readonly userId: string | null
    readonly name: string | null
  } | null
  readonly action: string
  readonly outcome: string
  readonly door: string
  readonly keyId: string | null
  readonly network: string | null
  readonly targetId: string | null
  readonly detail: EventDetail
}

/** Returns events that fit the filter, newest first, with the names that can still be read. */
export async function listEvents({ db, apiKeyPepper }: Deps, filter: EventFilter): Promise<OpenedEvent[]> {
  return (await findEvents(db, filter)).map((row) => {
    const { subject, userId, walletAddress, salt, detail, ...event } = row
    return {
      ...event,
      person: subject === null ? null : { subject, userId, name: walletAddress ?? userId },
      detail: salt && detail ? openDetail({ pepper: apiKeyPepper, salt }, detail) : {},
    }
  })
}
