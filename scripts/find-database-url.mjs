import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DATABASE_USER } from './postgres/create-cluster.mjs'

/**
 * Returns the address of the database: `DATABASE_URL`, else the embedded database of this data directory.
 * Ends the program with a sentence when there is none.
 *
 * @param {string} dataDirectory
 * @returns {string}
 */
export function findDatabaseUrl(dataDirectory) {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const folder = embeddedFolder(dataDirectory)
  const password = read(path.join(folder, 'password'), dataDirectory)
  return `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${read(path.join(folder, 'port'), dataDirectory)}/parley`
}

/**
 * Whether a data directory has an embedded database, running or not.
 *
 * @param {string} dataDirectory
 * @returns {boolean}
 */
export function hasEmbeddedDatabase(dataDirectory) {
  return existsSync(path.join(embeddedFolder(dataDirectory), 'port'))
}

/** @param {string} dataDirectory @returns {string} */
function embeddedFolder(dataDirectory) {
  const record = path.join(dataDirectory, 'postgres-location')
  return existsSync(record) ? read(record, dataDirectory) : path.join(dataDirectory, 'postgres')
}

/** @param {string} file @param {string} dataDirectory @returns {string} */
function read(file, dataDirectory) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    console.error(
      `There is no database in ${dataDirectory}. Set DATABASE_URL, or start the service once to create one.`,
    )
    process.exit(1)
  }
}
