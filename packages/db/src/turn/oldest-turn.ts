import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'

const selectOldest = prepare('select_oldest_running_turn')<[], { createdAt: string | null }>(
  `select min(created_at) as "createdAt" from runs where status = 'running'`,
)

/** The start of the oldest running turn of all replicas; null when no turn is running. */
export async function oldestTurnBegan(db: Database): Promise<Date | null> {
  const [oldest] = await selectOldest(db.pool, [])
  return oldest?.createdAt ? new Date(`${oldest.createdAt}Z`) : null
}
