import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startPostgres } from '../../scripts/postgres/start-postgres.mjs'
import { askAboutFile } from './ask-through-each.mjs'

/** @typedef {import('./world.d.ts').World} World */

/**
 * Backs up while the replicas run, removes everything (database, objects, data folders), restores with the operator's
 * command into another database and another prefix of the store, and compares what the user sees through each replica.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function wipeAndRestore(world, agentId) {
  const { client, database, env, folder, ports, replicas, start, store, check, say, installation } = world
  const to = path.join(folder, 'backup')
  const away = { ...env, PARLEY_DATA_DIR: path.join(folder, 'away') }
  const startedAt = performance.now()
  say('backup', (await installation().run('backup', [to], away)).trim().split('\n').at(-1))
  say('backup took', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const expected = await seen(client)

  for (const replica of replicas.values()) {
    await replica.end('SIGTERM')
    await rm(replica.folder, { recursive: true, force: true })
  }
  replicas.clear()
  await database.current.stop()
  await rm(path.join(folder, 'database'), { recursive: true, force: true })
  store.objects.clear()

  database.current = await startPostgres({ dataDirectory: path.join(folder, 'restored-database') })
  Object.assign(env, { DATABASE_URL: database.current.url, PARLEY_BLOBS: 's3://parley/restored' })
  const restoredAt = performance.now()
  await installation().run('restore', [to], { ...away, ...env })
  say('restore took', `${((performance.now() - restoredAt) / 1000).toFixed(1)} s`)
  const again = await installation()
    .run('restore', [to], { ...away, ...env })
    .then(
      () => 'restored',
      (/** @type {any} */ error) => String(error.stderr),
    )
  check('a second restore on top of it is refused', again !== 'restored', again.trim().split('\n')[0])
  for (const replica of await Promise.all(ports.map(start))) replicas.set(replica.port, replica)
  for (const [index, port] of ports.entries())
    check(
      `chats and files are the same through replica ${index + 1}`,
      (await seen(client, port)) === expected,
    )
  await askAboutFile(world, agentId, 'after the restore')
}

/** @param {World['client']} client @param {number} [port] */
async function seen({ call }, port) {
  const to = port === undefined ? {} : { port }
  const { data_sources: sources } = await call('GET /data_source', to)
  const profiles = await Promise.all(
    sources
      .filter((/** @type {any} */ { kind }) => kind === 'file')
      .map((/** @type {any} */ { id }) =>
        call(`GET /data_source/${id}/profile`, to).then(({ row_count }) => [id, row_count]),
      ),
  )
  const sessions = await call('GET /chat/session', to)
  return JSON.stringify([profiles.sort(), sessions])
}
