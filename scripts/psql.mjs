// `pnpm psql`: opens psql on the database of this clone while the service runs. Passes its arguments to psql.
// Without an installed psql, `pnpm psql -c "SELECT …"` prints the rows of one statement.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { dataDirectoryFrom } from './data-directory.mjs'
import { findDatabaseUrl } from './find-database-url.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)
const url = findDatabaseUrl(dataDirectory)
const args = process.argv.slice(2)
const PSQL = 'psql'

const { status, error } = spawnSync(PSQL, [url, ...args], { stdio: 'inherit' })
if (!error) process.exitCode = status ?? 1
else if (args[0] === '-c' && args[1]) await printRows(args[1])
else {
  console.error('psql is not installed (Debian: `apt-get install postgresql-client`).')
  console.error('Without it, `pnpm psql -c "SELECT …"` prints the rows of one statement.')
  process.exitCode = 1
}

/** @param {string} statement */
async function printRows(statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  console.table((await client.query(statement)).rows)
  await client.end()
}
