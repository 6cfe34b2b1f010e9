import { cutEvents as cutBatches, type Database } from '@parley/db'
import { markOfCut } from './event-chain.ts'
import { recordEvent } from './record-event.ts'

type Deps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly limits: EventLimits
}

export type EventLimits = {
  /** How long events are kept, in days; 0 keeps them for ever. */
  readonly eventDays: number
}

/** Deletes events older than the limit, whole batches from the old end, and records how many. */
export async function cutEvents(deps: Deps): Promise<void> {
  const days = deps.limits.eventDays
  if (days === 0) return
  const markOf = (link: Parameters<typeof markOfCut>[1]) => markOfCut(deps.apiKeyPepper, link)
  const deleted = await cutBatches(deps.db, { days, markOf })
  if (deleted === 0) return
  const origin = { door: 'service', clientAddress: null } as const
  await recordEvent(deps, { ...origin, owner: null, action: 'event.cut', targetId: String(deleted) })
}
