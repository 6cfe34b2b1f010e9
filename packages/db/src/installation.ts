import type { Database } from './database.ts'
import { prepare } from './statement.ts'

// Of two first starts at once one row stays, and both read that one.
const keepFirst = prepare<[seal: Buffer], object>(
  'create_installation',
  'insert into installation (id, secrets_seal) values (1, $1) on conflict (id) do nothing',
)

const selectSeal = prepare<[], { seal: Buffer }>(
  'select_installation',
  'select secrets_seal as seal from installation where id = 1',
)

const replaceSeal = prepare<[seal: Buffer], object>(
  'update_installation',
  'update installation set secrets_seal = $1 where id = 1',
)

/** The sealed secrets of this installation: those that are stored, else the given ones, which are stored then. */
export async function keepInstallationSeal(db: Database, seal: Buffer): Promise<Buffer> {
  await keepFirst(db.pool, [seal])
  const [row] = await selectSeal(db.pool, [])
  return row?.seal ?? seal
}

/** Stores the same secrets sealed anew, after the master key has changed. */
export async function replaceInstallationSeal(db: Database, seal: Buffer): Promise<void> {
  await replaceSeal(db.pool, [seal])
}
