import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import type { DataDeps } from '@parley/core'
import { createMetadataStore, createSandbox, type Sandbox, storedVersions } from '@parley/data'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { createEgress } from '@parley/net'
import { type ObjectStore, openS3Store } from '@parley/objects'
import { S3_CREDENTIALS, type S3Server, startS3Server } from '@parley/objects/testing'
import { createDataDeps } from '../composition/data-deps.ts'
import { createObjectBlobs } from '../composition/object-blobs.ts'
import { retiredVersions } from '../composition/retired-versions.ts'

/** A process of the service with its own data folder. */
export type Replica = {
  readonly api: TestApi
  readonly folder: string
  readonly sandbox: Sandbox
  readonly data: DataDeps
}

export type Replicas = {
  readonly database: TestDatabase
  readonly server: S3Server
  readonly store: ObjectStore
  /** Answers every model call of both; may be replaced between requests. */
  readonly world: Parameters<typeof createTestApi>[0]
  readonly one: Replica
  readonly two: Replica
  readonly close: () => Promise<void>
}

/** Two processes of the service with one database and one object store, and without a shared folder. */
export async function openReplicas(): Promise<Replicas> {
  const database = await createTestDatabase()
  const server = await startS3Server()
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [], operatorUrls: [server.endpoint] })
  const { send } = egress.for('object_store')
  const place = { bucket: 'files', prefix: 'parley/', endpoint: server.endpoint, pausesMs: [1, 1] }
  const store = openS3Store({ ...S3_CREDENTIALS, ...place, send })
  const world: Replicas['world'] = { db: database.db, model: scriptedModel([]).model }

  async function open(like?: Replica): Promise<Replica> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-replica-'))
    const sandbox = await createSandbox({ tempFolder: folder })
    const metadata = createMetadataStore({ folder })
    const versions = storedVersions({ store, folder, maxBytes: 50_000_000 })
    const retired = retiredVersions(database.db)
    const data = createDataDeps({ sandbox, egress, metadata, folder, versions, retired })
    const api = createTestApi(world)
    const { cipher, accessTokens, apiKeyPepper } = (like?.api ?? api).deps
    Object.assign(api.deps, { data, blobs: createObjectBlobs(store), cipher, accessTokens, apiKeyPepper })
    return { api, folder, sandbox, data }
  }

  const one = await open()
  const two = await open(one)
  return {
    database,
    server,
    store,
    world,
    one,
    two,
    close: async () => {
      for (const { sandbox, folder } of [one, two]) {
        await sandbox.close()
        await rm(folder, { recursive: true, force: true })
      }
      await egress.close()
      await server.close()
      await database.drop()
    },
  }
}
