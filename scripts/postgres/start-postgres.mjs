import path from 'node:path'
import pg from 'pg'
import { ExpectedFailure } from '../expected-failure.mjs'
import { lockDirectory } from '../lock-directory.mjs'
import { makeDataDirectory } from '../make-data-directory.mjs'
import { createCluster, DATABASE_USER } from './create-cluster.mjs'
import { settleHome } from './postgres-home.mjs'
import { runServer } from './run-server.mjs'
import { stopServer } from './stop-server.mjs'

/**
 * @typedef {object} RunningPostgres
 * @property {string} url address of the database `parley`, with its password
 * @property {number} pid the server's main process
 * @property {string} folder where the database and its password lie
 * @property {boolean} isAttached true when the server was already running, left behind by a killed start
 * @property {() => Promise<void>} stop stops the server and gives the data directory free
 */

const DATABASE = 'parley'

/**
 * Starts the embedded PostgreSQL of a data directory, creates both if they do not exist, and locks the
 * directory until `stop`. The server listens on 127.0.0.1 only and requires a random password, which is in a
 * file of mode 0600.
 *
 * @param {object} options
 * @param {string} options.dataDirectory folder of all data; the database lies in its subfolder `postgres`
 * @param {boolean} [options.isDurable] false only for tests: a power cut may lose data
 * @param {{ release: () => void }} [options.lock] the lock on the folder, when the caller holds it already
 * @param {(line: string) => void} [options.say] takes progress, one sentence at a time
 * @returns {Promise<RunningPostgres>} once it accepts connections
 * @throws {ExpectedFailure} when another process holds the directory, or with the reason why it cannot start
 */
export async function startPostgres({ dataDirectory, isDurable = true, lock, say = () => {} }) {
  const directory = path.resolve(dataDirectory)
  makeDataDirectory(directory)
  const held = lock ?? (await lockDirectory(directory))
  try {
    const home = settleHome(directory, say)
    const password = await createCluster(home, { isDurable })
    const { pid, port, isAttached } = await runServer(home, { isDurable, say })
    const server = `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}`
    await ensureDatabase(server, pid)
    const stop = async () => {
      await stopServer(pid)
      held.release()
    }
    return { url: `${server}/${DATABASE}`, pid, folder: home.folder, isAttached, stop }
  } catch (error) {
    held.release()
    throw error
  }
}

/** @param {string} server address without a database @param {number} pid stopped again when it refuses us */
async function ensureDatabase(server, pid) {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (cause) {
    await stopServer(pid)
    throw new ExpectedFailure(
      `The embedded PostgreSQL runs but refuses us (${cause instanceof Error ? cause.message : cause}).`,
      { cause },
    )
  } finally {
    await client.end()
  }
}
