import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

// Prisma's migrate command takes the same advisory lock, so the two never run at the same time.
const MIGRATION_LOCK = 72707369

/**
 * Longest wait of a migration for a table. Statements of running replicas wait behind it for as long. It is below the
 * `deadlock_timeout` of PostgreSQL, one second: the migration ends a deadlock before a replica gets an error.
 */
const LOCK_MS = 500
const PAUSE_MS = 1_000
/** A backup locks every table until it has copied the last one. */
const GIVE_UP_MS = 60_000

// lock_not_available and deadlock_detected, PostgreSQL "Appendix A. Error Codes"
const IN_USE = ['55P03', '40P01']

// The table of Prisma's migrate command, which accepts these rows as its own.
const CREATE_LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }
type LedgerRow = {
  migration_name: string
  checksum: string
  finished_at: Date | null
  rolled_back_at: Date | null
}

/**
 * Applies the migrations of a folder that a database does not have yet, in order, each in its own transaction.
 * Returns their names. Several processes may call it at the same time: one applies, the others wait and find nothing
 * to do. `database` is an address, or a connected client, which stays open.
 *
 * `upTo` names the last migration to apply; later ones stay pending.
 *
 * A database that a newer release has migrated is accepted, so that releases can be replaced one replica at a time and
 * taken back. Throws when one of the newer migrations contracts the schema, when the database has an older migration that
 * this build lacks, and when a migration fails, was edited after it was applied, or is recorded as failed. A migration
 * that fails changes nothing. One that needs a table in use lets its users pass and tries again for a minute.
 */
export async function applyMigrations(
  database: string | Client,
  directory: string,
  { upTo }: { readonly upTo?: string } = {},
): Promise<string[]> {
  if (typeof database !== 'string') return await applyUnderLock(database, directory, upTo)
  const client = new Client({ connectionString: database })
  await client.connect()
  try {
    return await applyUnderLock(client, directory, upTo)
  } finally {
    await client.end()
  }
}

/**
 * Returns the names of the migrations that `applyMigrations` would apply, and changes nothing. Throws what it would throw
 * before it applies one.
 */
export async function listPendingMigrations(client: Client, directory: string): Promise<string[]> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isKept"`)
  const ledger = rows[0]?.isKept ? await readLedger(client) : []
  return findPending(readMigrations(directory), ledger).map(({ name }) => name)
}

async function applyUnderLock(client: Client, directory: string, upTo?: string): Promise<string[]> {
  await client.query(`SET lock_timeout = '60s'`)
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await client.query(CREATE_LEDGER)
    const migrations = readMigrations(directory)
    const all = findPending(migrations, await readLedger(client))
    const pending = upTo === undefined ? all : all.filter(({ name }) => name <= upTo)
    for (const migration of pending) await applyMigration(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    await client.query('RESET lock_timeout')
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(directory, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

async function readLedger(client: Client): Promise<LedgerRow[]> {
  const { rows } = await client.query<LedgerRow>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at',
  )
  return rows.filter((row) => row.rolled_back_at === null)
}

function findPending(migrations: Migration[], ledger: LedgerRow[]): Migration[] {
  const applied = new Map(ledger.map((row) => [row.migration_name, row.checksum]))
  const failed = ledger.find((row) => row.finished_at === null)
  if (failed)
    throw new Error(`The migration ${failed.migration_name} is recorded as failed. Resolve it first.`)

  refuseStrangers(migrations, [...applied.keys()])

  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (edited) throw new Error(`The migration ${edited.name} was edited after it was applied.`)
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Ends the name of a migration after which former releases cannot run. */
const CONTRACTS = /_contract$/

/** A newer release may have migrated the database. Its migrations only add, unless their name says that they contract. */
function refuseStrangers(migrations: readonly Migration[], applied: readonly string[]): void {
  const newest = migrations.at(-1)?.name ?? ''
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name))
  const older = unknown.find((name) => name < newest)
  if (older) {
    throw new Error(
      `The database has the migration ${older}, which this build lacks. Start a build that has it, or restore a backup.`,
    )
  }
  const contracting = unknown.find((name) => CONTRACTS.test(name))
  if (!contracting) return
  throw new Error(
    `This build is too old for the database, which has the migration ${contracting}. Start a newer release, or restore a backup.`,
  )
}

async function applyMigration(client: Client, migration: Migration): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      await applyOnce(client, migration)
      return
    } catch (cause) {
      const isInUse = cause instanceof DatabaseError && IN_USE.includes(cause.code ?? '')
      if (!isInUse || performance.now() > giveUpAt) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`The migration ${migration.name} failed and was rolled back: ${reason}`, { cause })
      }
      await sleep(PAUSE_MS)
    }
  }
}

async function applyOnce(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
