// `pnpm describe`: writes PostgreSQL's description of each prepared statement to
// packages/db/src/described.ts. With --check it writes nothing and fails when the file is out of date. The
// file contains a digest of its inputs, so a database is started only after a change of the schema or of a
// statement.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyMigrations } from '@parley/db'
import pg from 'pg'
// Only this script lists the statements, so the package does not export the list.
import { listStatements } from '../packages/db/src/statement.ts'
import { describeStatements } from './describe/describe-statements.mjs'
import { printDescribed } from './describe/print-described.mjs'
import { startPostgres } from './postgres/start-postgres.mjs'

const root = path.join(import.meta.dirname, '..')
const MIGRATIONS = path.join(root, 'prisma/migrations')
const FILE = path.join(root, 'packages/db/src/described.ts')
const HEADING = '// Digest of the schema, the statements and the rest of this file: '

const written = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
const [heading = '', ...rest] = written.split('\n')
const isCurrent = heading === HEADING + digestOf(rest.join('\n'))
if (!isCurrent) await describe()

async function describe() {
  try {
    const body = printDescribed(await describeAll())
    if (!process.argv.includes('--check')) writeFileSync(FILE, `${HEADING}${digestOf(body)}\n${body}`)
    else throw new Error('packages/db/src/described.ts is out of date. Run `pnpm describe`.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** @param {string} body the file after its first line @returns {string} */
function digestOf(body) {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS, { recursive: true }).map(String).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(path.join(MIGRATIONS, name)))
  }
  hash.update(JSON.stringify([...listStatements()].sort()))
  return hash.update(body).digest('hex')
}

async function describeAll() {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'parley-describe-'))
  const postgres = await startPostgres({ dataDirectory, isDurable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await applyMigrations(postgres.url, MIGRATIONS)
    await client.connect()
    return await describeStatements(client, listStatements())
  } finally {
    await client.end()
    await postgres.stop()
    for (const folder of [postgres.folder, dataDirectory]) await rm(folder, { recursive: true, force: true })
  }
}
