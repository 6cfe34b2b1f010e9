import { join } from 'node:path'
import type { DataDeps } from '@parley/core'
import { createMetadataStore, createSandbox, createValueStore, type Sandbox } from '@parley/data'
import type { Database } from '@parley/db'
import { noteLookUp } from '@parley/ledger-index'
import type { Egress } from '@parley/net'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'
import { createDataDeps } from './data-deps.ts'
import { createEventSource } from './event-source.ts'
import { type LedgerNetworks, openLedgerNetworks } from './ledger-networks.ts'
import { openLedgerSources } from './ledger-sources.ts'

type DataWorld = {
  readonly db: Database
  readonly egress: Egress
  readonly log: Logger
  readonly apiKeyPepper: Uint8Array
}

export type OpenData = {
  readonly data: DataDeps
  readonly ledger: LedgerNetworks
  /** How the system confines sandbox children. */
  readonly sandbox: Pick<Sandbox['isolation'], 'mode' | 'gaps'>
  readonly close: () => Promise<void>
}

/** Opens the data sources of all owners and the ledger networks, which are data sources of all users. */
export function openData(settings: Settings, { db, egress, log, apiKeyPepper }: DataWorld): OpenData {
  const folder = join(settings.dataDirectory, 'data')
  const sandbox = createSandbox({ warm: ['sql'], tempFolder: join(folder, 'sandbox'), log })
  const metadata = createMetadataStore({ folder })
  const values = createValueStore({ folder })
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
  const events = createEventSource({ db, apiKeyPepper, sandbox, folder, now: () => new Date() })
  return {
    data: createDataDeps({
      sandbox,
      egress,
      metadata,
      values,
      folder,
      offered: [...sources.offered, events],
    }),
    ledger,
    sandbox: { mode: sandbox.isolation.mode, gaps: sandbox.isolation.gaps },
    async close() {
      metadata.close()
      values.close()
      await Promise.all([sources.close(), sandbox.close()])
    },
  }
}
