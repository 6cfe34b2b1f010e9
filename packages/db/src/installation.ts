import type { Database } from './database.ts'
import { prepare } from './statement.ts'

// The table has one row at most. Each start reads it, so these are statements: the first call of Prisma Client takes a
// quarter of a second of the processor.
const insertSeal = prepare('insert_installation_seal')<[seal: Buffer], object>(
  'insert into installation (id, secrets_seal) values (1, $1) on conflict (id) do nothing',
)

const selectSeal = prepare('select_installation_seal')<[], { seal: Buffer }>(
  'select secrets_seal as seal from installation where id = 1',
)

const updateSeal = prepare('update_installation_seal')<[seal: Buffer], object>(
  'update installation set secrets_seal = $1 where id = 1',
)

/** Returns the sealed secrets of this installation; stores the given ones first when there are none. */
export async function keepInstallationSeal(db: Database, seal: Buffer): Promise<Buffer> {
  // When two processes start for the first time, one row is stored and both read it.
  await insertSeal(db.pool, [seal])
  const stored = await findInstallationSeal(db)
  if (!stored) throw new Error('The secrets of this installation were deleted while it started.')
  return stored
}

/** Stores the same secrets, sealed again under a new master key. */
export async function replaceInstallationSeal(db: Database, seal: Buffer): Promise<void> {
  await updateSeal(db.pool, [seal])
}

/** Returns the sealed secrets of this installation; null before its first start. */
export async function findInstallationSeal(db: Database): Promise<Buffer | null> {
  const [row] = await selectSeal(db.pool, [])
  return row?.seal ?? null
}
