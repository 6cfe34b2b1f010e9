import { join } from 'node:path'
import type { DataDeps } from '@parley/core'
import { createMetadataStore, createSandbox } from '@parley/data'
import type { Database } from '@parley/db'
import { noteLookUp } from '@parley/ledger-index'
import type { Egress } from '@parley/net'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'
import { createDataDeps } from './data-deps.ts'
import { type LedgerNetworks, openLedgerNetworks } from './ledger-networks.ts'
import { openLedgerSources } from './ledger-sources.ts'

type DataWorld = { readonly db: Database; readonly egress: Egress; readonly log: Logger }

export type OpenData = {
  readonly data: DataDeps
  readonly ledger: LedgerNetworks
  readonly close: () => Promise<void>
}

/** Opens the data sources of all owners, and the ledger networks, which are sources of everybody. */
export function openData(settings: Settings, { db, egress, log }: DataWorld): OpenData {
  const sandbox = createSandbox({ warm: ['sql'] })
  const folder = join(settings.dataDirectory, 'data')
  const metadata = createMetadataStore({ folder })
  const ledger = openLedgerNetworks(settings, {
    egress,
    log,
    onLookUp: (network, lookUp) => {
      noteLookUp(db, network, lookUp).catch((err: unknown) =>
        log.warn({ err, network }, 'what was looked up at a ledger node could not be noted'),
      )
    },
  })
  const sources = openLedgerSources(ledger, { db, sandbox, folder, log, now: () => new Date() })
  return {
    data: createDataDeps({ sandbox, egress, metadata, folder, offered: sources.offered }),
    ledger,
    async close() {
      metadata.close()
      await Promise.all([sources.close(), sandbox.close()])
    },
  }
}
