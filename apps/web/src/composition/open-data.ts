import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { createEventSource, type DataDeps } from '@parley/core'
import {
  createMetadataStore,
  createValueStore,
  eraseHome,
  ownerHome,
  type Sandbox,
  storedVersions,
  writeTables,
} from '@parley/data'
import type { Database } from '@parley/db'
import type { TableLines } from '@parley/domain'
import { noteLookUp } from '@parley/ledger-index'
import type { Egress } from '@parley/net'
import type { ObjectStore } from '@parley/objects'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'
import { createDataDeps } from './data-deps.ts'
import { type LedgerNetworks, openLedgerNetworks } from './ledger-networks.ts'
import { openLedgerSources } from './ledger-sources.ts'
import { openCluster } from './open-cluster.ts'
import { retiredVersions } from './retired-versions.ts'

type DataWorld = {
  readonly db: Database
  readonly egress: Egress
  readonly log: Logger
  readonly apiKeyPepper: Uint8Array
  /** Null where files are kept in the data directory. */
  readonly store: ObjectStore | null
  /** Closed with the sources. */
  readonly sandbox: Sandbox
  /** The pause between two reads of a ledger node, in milliseconds; 15 seconds by default. */
  readonly ledgerNodePauseMs?: number
}

export type OpenData = {
  readonly data: DataDeps
  readonly ledger: LedgerNetworks
  readonly close: () => Promise<void>
}

/** Opens the data sources of all owners and the ledger networks, which are data sources of all users. */
export function openData(settings: Settings, world: DataWorld): OpenData {
  const { db, egress, log, apiKeyPepper, store, sandbox, ledgerNodePauseMs: nodePauseMs } = world
  const folder = join(settings.dataDirectory, 'data')
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
  const offering = {
    db,
    now: () => new Date(),
    writeTables: (ownerId: string, tables: readonly TableLines[]) =>
      writeTables({ sandbox, folder, ownerId, tables }),
  }
  const cluster = openCluster(settings, { egress, log })
  const sources = openLedgerSources(ledger, {
    ...offering,
    log,
    ...(nodePauseMs !== undefined && { nodePauseMs }),
  })
  const removeTables = async (ownerId: string) => void (await eraseHome(ownerHome(ownerId), { folder }))
  const events = createEventSource({ ...offering, apiKeyPepper, removeTables })
  return {
    data: createDataDeps({
      sandbox,
      egress,
      metadata,
      values,
      folder,
      ...(store && { versions: storedVersions({ store, folder, maxBytes: cacheBytes(settings, folder) }) }),
      ...(cluster && { cluster }),
      retired: retiredVersions(db),
      offered: [...sources.offered, events],
    }),
    ledger,
    async close() {
      metadata.close()
      values.close()
      await Promise.all([sources.close(), sandbox.close()])
    },
  }
}

const MOST_CACHE_BYTES = 20 * 2 ** 30

/** Half of the free space of the disk, at most 20 GiB, unless the operator names a size. */
function cacheBytes({ cacheBytes: named }: Settings, folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(folder)
  return named ?? Math.min(MOST_CACHE_BYTES, (bavail * bsize) / 2)
}
