import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const insertHold = prepare('insert_file_hold')<[id: string, holdMs: number], object>(`
  insert into file_holds (id, expires_at) values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
`)

const renewHold = prepare('renew_file_hold')<[id: string, holdMs: number], object>(`
  update file_holds set expires_at = clock_timestamp() + $2::float8 * interval '1 millisecond' where id = $1
`)

const deleteHold = prepare('delete_file_hold')<[id: string], object>(
  `delete from file_holds where id = $1 or expires_at <= clock_timestamp()`,
)

const selectOldest = prepare('select_oldest_file_hold')<[], { beganAt: Date | null }>(`
  select min(began_at) as "beganAt" from file_holds where expires_at > clock_timestamp()
`)

/** Keeps every file that is in use now, until `releaseFiles` or until the hold expires. */
export async function holdFiles(
  db: Database,
  id: string,
  { holdMs }: { readonly holdMs: number },
): Promise<void> {
  await insertHold(db.pool, [id, holdMs])
}

/** Moves the end of a hold to `holdMs` from now. */
export async function renewFileHold(
  db: Database,
  id: string,
  { holdMs }: { readonly holdMs: number },
): Promise<void> {
  await renewHold(db.pool, [id, holdMs])
}

/** Ends a hold, and deletes the holds of processes that died. */
export async function releaseFiles(db: Database, id: string): Promise<void> {
  await deleteHold(db.pool, [id])
}

/** When the oldest hold began; null when no file is held. */
export async function oldestFileHold(db: Database): Promise<Date | null> {
  const [oldest] = await selectOldest(db.pool, [])
  return oldest?.beganAt ?? null
}
