import path from 'node:path'
import { backUp, restore, storePlace } from '../../packages/backup/src/index.ts'
import { createEgress } from '../../packages/net/src/index.ts'
import { openS3Store, parseStoreAddress } from '../../packages/objects/src/index.ts'
import { S3_CREDENTIALS } from '../../packages/objects/src/testing/s3-server.ts'
import { startPostgres } from '../../scripts/postgres/start-postgres.mjs'

/** @typedef {import('./world.d.ts').World} World */

const migrationsDirectory = path.join(import.meta.dirname, '../../prisma/migrations')

/**
 * Backs up while the replicas run, restores into another database and another prefix of the store, and compares what the
 * user sees there.
 *
 * @param {World} world
 * @param {string} endpoint of the store
 */
export async function restoreElsewhere(
  { client, env, folder, restorePort, replicas, start, check, say },
  endpoint,
) {
  const egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [endpoint] })
  const { send } = egress.for('object_store')
  const place = (/** @type {string} */ address) =>
    storePlace(openS3Store({ ...S3_CREDENTIALS, ...parseStoreAddress(address), endpoint, send }))
  const to = path.join(folder, 'backup')
  const startedAt = performance.now()
  const manifest = await backUp({
    databaseUrl: env.DATABASE_URL ?? '',
    files: place('s3://parley/bench'),
    to,
  })
  say('backup', `${manifest.files.length} files, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const expected = await seen(client)
  for (const replica of replicas.values()) await replica.end('SIGTERM')
  replicas.clear()

  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'restored-database') })
  try {
    const files = place('s3://parley/restored')
    await restore({ from: to, databaseUrl: postgres.url, files, migrationsDirectory })
    Object.assign(env, { DATABASE_URL: postgres.url, PARLEY_BLOBS: 's3://parley/restored' })
    replicas.set(restorePort, await start(restorePort))
    check('chats and data sources are the same after a restore elsewhere', (await seen(client)) === expected)
    await replicas.get(restorePort)?.end('SIGTERM')
    replicas.clear()
  } finally {
    await postgres.stop()
    await egress.close()
  }
}

/** @param {World['client']} client */
async function seen({ call }) {
  const { data_sources: sources } = await call('GET /data_source')
  const profiles = await Promise.all(
    sources
      .filter((/** @type {any} */ { kind }) => kind === 'file')
      .map((/** @type {any} */ { id }) =>
        call(`GET /data_source/${id}/profile`).then(({ row_count }) => [id, row_count]),
      ),
  )
  const sessions = await call('GET /chat/session')
  return JSON.stringify([profiles.sort(), sessions])
}
