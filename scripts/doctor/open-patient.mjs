import { openDatabase } from '@parley/db'
import { createEgress } from '@parley/net'
import pg from 'pg'
import { readSettings } from '../../apps/web/src/env.ts'
import { reachDatabase } from '../backup/reach-database.mjs'
import { dataDirectoryFrom } from '../data-directory.mjs'
import { hasEmbeddedDatabase } from '../find-database-url.mjs'

/** @typedef {import('../../apps/web/src/env.ts').Settings} Settings */

/**
 * An installation as its checks see it. Nothing in it is opened twice, and nothing is changed.
 *
 * @typedef {object} Patient
 * @property {string} root the folder of the project or of the release
 * @property {string} dataDirectory
 * @property {Settings | null} settings null for an invalid configuration
 * @property {string | null} settingsFault why it is invalid
 * @property {pg.Client | null} client a connection to the database; null where it cannot be reached
 * @property {unknown} databaseFault why it cannot
 * @property {ReturnType<typeof openDatabase> | null} db
 * @property {() => Promise<void>} close
 */

/**
 * Reads the configuration and connects to the database, as the service does.
 *
 * @param {string} root
 * @returns {Promise<Patient>}
 */
export async function openPatient(root) {
  const dataDirectory = dataDirectoryFrom(root)
  const database = await findDatabase(dataDirectory)
  const { settings, settingsFault } = readConfiguration(dataDirectory, database.url)
  const { client, databaseFault } = await connect(database)
  const db = client && database.url ? openDatabase({ url: database.url, poolSize: 1 }) : null
  const close = async () => {
    await client?.end()
    await db?.close()
    await database.close()
  }
  return { root, dataDirectory, settings, settingsFault, client, databaseFault, db, close }
}

/**
 * @param {string} dataDirectory
 * @returns {Promise<{ url: string | null, fault: unknown, close: () => Promise<void> }>}
 */
async function findDatabase(dataDirectory) {
  const none = { url: null, close: async () => {} }
  if (!process.env.DATABASE_URL && !hasEmbeddedDatabase(dataDirectory)) return { ...none, fault: null }
  try {
    return { ...(await reachDatabase(dataDirectory)), fault: null }
  } catch (fault) {
    return { ...none, fault }
  }
}

/** @param {string} dataDirectory @param {string | null} url */
function readConfiguration(dataDirectory, url) {
  // The launcher sets the address of the embedded database, so the service never misses it.
  const environment = {
    ...process.env,
    PARLEY_DATA_DIR: dataDirectory,
    DATABASE_URL: url ?? 'postgresql://127.0.0.1/parley',
  }
  try {
    return { settings: readSettings(environment), settingsFault: null }
  } catch (error) {
    return { settings: null, settingsFault: error instanceof Error ? error.message : String(error) }
  }
}

/** @param {{ url: string | null, fault: unknown }} database */
async function connect({ url, fault }) {
  if (url === null) return { client: null, databaseFault: fault }
  const client = newClient(url)
  if (client instanceof Error) return { client: null, databaseFault: client }
  client.on('error', () => {})
  try {
    await client.connect()
    return { client, databaseFault: null }
  } catch (databaseFault) {
    await client.end().catch(() => {})
    return { client: null, databaseFault }
  }
}

/** @param {string} url @returns {pg.Client | Error} */
function newClient(url) {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Opens connections under the egress rules of the installation.
 *
 * @param {Settings} settings
 */
export function openEgress(settings) {
  const { objectStore, sqlCluster, identity } = settings
  return createEgress({
    mode: settings.mode,
    allow: settings.egressAllow,
    ownPorts: [],
    operatorUrls: [objectStore?.endpoint, sqlCluster?.url].filter((url) => url !== undefined),
    identityUrls: identity ? [identity.issuer] : [],
  })
}
