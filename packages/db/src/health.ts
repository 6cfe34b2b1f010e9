import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const selectOne = prepare('ping')<[], object>('select 1')

/** Checks that the database replies. Throws AppError `unavailable` when it does not. */
export async function pingDatabase(db: Database): Promise<void> {
  await selectOne(db.pool, [])
}
