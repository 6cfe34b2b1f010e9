import path from 'node:path'
import { createAnalyst } from './create-analyst.mjs'
import { freePorts } from './free-ports.mjs'
import { openClient } from './open-client.mjs'
import { startReplica } from './start-replica.mjs'

/** @typedef {import('./world.d.ts').World} World */
/** @typedef {{ port: number, pid: number, client: World['client'], agentId: string, end: (signal: NodeJS.Signals) => Promise<void> }} Apart */

/**
 * Starts installations of one replica each that know nothing of each other: each has its own database in the server of
 * `world`, its own objects, user, file and agent.
 *
 * @param {World} world
 * @param {import('pg').Client} server connected to the server of `world`
 * @param {number} count
 * @returns {Promise<Apart[]>}
 */
export async function startApart(world, server, count) {
  /** @type {Apart[]} */
  const started = []
  for (const port of await freePorts(count)) {
    const name = `apart_${port}`
    await server.query(`create database ${name}`)
    const database = new URL(world.env.DATABASE_URL ?? '')
    database.pathname = name
    const origin = `http://127.0.0.1:${port}`
    const own = { DATABASE_URL: String(database), PARLEY_ORIGIN: origin, PARLEY_BLOBS: `s3://parley/${name}` }
    const folder = path.join(world.folder, name)
    const installation = world.installation()
    const { pid, end } = await startReplica({ port, folder, env: { ...world.env, ...own }, installation })
    const client = await openClient(origin)
    const content = 'orchard,apples\nNorth,4000\nNorth,217\nSouth,12\n'
    await client.call('POST /data_source', { body: { name: 'harvest', format: 'csv', content } })
    started.push({ port, pid, client, agentId: await createAnalyst(client, origin), end })
  }
  return started
}
