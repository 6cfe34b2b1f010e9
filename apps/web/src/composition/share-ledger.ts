import { join } from 'node:path'
import { type Database, keepLocalLedger, replaceLedgerScript } from '@parley/db'
import { shareNetwork } from '@parley/ledger-node'
import type { Settings } from '../env.ts'

/** Gives the data directory the local ledger network that all replicas share. Does nothing when nodes replace it. */
export async function shareLedger(
  { dataDirectory, ledgerNodes }: Pick<Settings, 'dataDirectory' | 'ledgerNodes'>,
  db: Database,
): Promise<void> {
  if (ledgerNodes.some(({ name }) => name === 'default')) return
  await shareNetwork(join(dataDirectory, 'ledger'), {
    shared: {
      keep: (files) => keepLocalLedger(db, files),
      replaceScript: (script, former) => replaceLedgerScript(db, { script, former }),
    },
  })
}
