import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'

const selectOldest = prepare<[], { createdAt: string | null }>(
  'select_oldest_running_turn',
  `select min(created_at) as "createdAt" from runs where status = 'running'`,
)

/** When the turn began that has been under way for longest, on any replica; null when none is under way. */
export async function oldestTurnBegan(db: Database): Promise<Date | null> {
  const [oldest] = await selectOldest(db.pool, [])
  return oldest?.createdAt ? new Date(`${oldest.createdAt}Z`) : null
}
