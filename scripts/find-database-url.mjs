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
  const record = path.join(dataDirectory, 'postgres-location')
  const folder = existsSync(record) ? read(record, dataDirectory) : path.join(dataDirectory, 'postgres')
  const password = read(path.join(folder, 'password'), dataDirectory)
  return `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${read(path.join(folder, 'port'), dataDirectory)}/parley`
}

/** @param {string} file @param {string} dataDirectory @returns {string} */
function read(file, dataDirectory) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    console.error(`There is no database in ${dataDirectory}. Run \`pnpm dev\` or \`npm start\` first.`)
    process.exit(1)
  }
}
