import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const selectNow = prepare('read_clock')<[], { now: string }>('select iso_now() as now')

/** The time by the database's clock, which all replicas share: YYYY-MM-DDTHH:MM:SS.ffffff, UTC. */
export async function readClock(db: Database): Promise<string> {
  const [row] = await selectNow(db.pool, [])
  if (!row) throw new Error('PostgreSQL returned no row for its clock.')
  return row.now
}
