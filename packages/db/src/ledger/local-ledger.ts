import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'

/** The files of the local ledger network, as JSON text. */
type LocalLedgerFiles = { readonly genesis: string; readonly script: string }

const insertFiles = prepare('insert_local_ledger')<[genesis: string, script: string], object>(
  'insert into local_ledger (genesis, script) values ($1, $2) on conflict do nothing',
)

const replaceScript = prepare('replace_local_ledger_script')<[script: string, former: string], object>(
  'update local_ledger set script = $1 where script = $2',
)

const selectFiles = prepare('read_local_ledger')<[], LocalLedgerFiles>(
  'select genesis, script from local_ledger',
)

/** Returns the network of this installation; stores the given one first when there is none. */
export async function keepLocalLedger(db: Database, files: LocalLedgerFiles): Promise<LocalLedgerFiles> {
  // When two processes start for the first time, one row is stored and both read it.
  await insertFiles(db.pool, [files.genesis, files.script])
  const [kept] = await selectFiles(db.pool, [])
  if (!kept) throw new Error('PostgreSQL returned no row for the local ledger network.')
  return kept
}

/** Replaces the script, unless another process has replaced it since it was read. */
export async function replaceLedgerScript(
  db: Database,
  { script, former }: { readonly script: string; readonly former: string },
): Promise<void> {
  await replaceScript(db.pool, [script, former])
}
