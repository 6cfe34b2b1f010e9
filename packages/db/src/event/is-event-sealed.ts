import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'

const selectSealed = prepare('is_event_sealed')<[action: string, targetId: string], { isSealed: boolean }>(`
  select exists (
    select from events e where e.action = $1 and e.target_id = $2 and e.subject is null and e.outcome = 'ok'
      and exists (select from event_seals s where e.id = any (s.event_ids))
  ) as "isSealed"
`)

/** Whether a seal covers an event of the service with this action about this record. */
export async function isEventSealed(
  db: Database,
  { action, targetId }: { readonly action: string; readonly targetId: string },
): Promise<boolean> {
  const [found] = await selectSealed(db.pool, [action, targetId])
  return found?.isSealed ?? false
}
