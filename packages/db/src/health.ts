import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const selectOne = prepare<[], object>('ping', 'select 1')

/** Asks the database for a sign of life. Throws AppError `unavailable` when there is none. */
export async function pingDatabase(db: Database): Promise<void> {
  await selectOne(db.pool, [])
}
