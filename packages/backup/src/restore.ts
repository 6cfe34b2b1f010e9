import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { applyMigrations } from '@parley/db'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from './backup-error.ts'
import type { FilePlace } from './file-place.ts'
import type { BackupTable, Manifest } from './manifest.ts'
import { verifyBackup } from './verify-backup.ts'

export type RestoreOptions = {
  /** The folder of a backup. */
  readonly from: string
  /** An empty database. */
  readonly databaseUrl: string
  /** A place without files of an installation. */
  readonly files: FilePlace
  /** The migrations of this release. */
  readonly migrationsDirectory: string
}

/**
 * Restores a backup into an empty database and data folder, and then applies the migrations that this release has
 * and the backup lacks. Returns the manifest.
 *
 * Nothing is written unless every byte of the backup is right and both places are empty. Throws a BackupError
 * otherwise. The records become visible in one transaction, after the files.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const folder = resolve(options.from)
  const manifest = await verifyBackup(folder)
  const client = new Client({ connectionString: options.databaseUrl })
  await client.connect()
  try {
    await refuseInstallation(client, options.files)
    await migrateAsBackup(client, options.migrationsDirectory, manifest)
    for (const { path } of manifest.files) {
      await options.files.put(path.slice('files/'.length), join(folder, path))
    }
    await fillTables(client, folder, manifest)
    await applyMigrations(client, options.migrationsDirectory)
    await client.query('ANALYZE')
    return manifest
  } finally {
    await client.end()
  }
}

/** A restore must never mix with an installation that exists. */
async function refuseInstallation(client: Client, files: FilePlace): Promise<void> {
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  const tables = rows[0]?.tables ?? 0
  if (tables > 0) {
    throw new BackupError(`The database is not empty: it has ${tables} tables. Restore into a new database.`)
  }
  const [file] = (await files.list()).keys()
  if (file === undefined) return
  throw new BackupError(
    `There are files in ${files.name} already, for example ${file}. Restore into a new place.`,
  )
}

async function migrateAsBackup(client: Client, directory: string, { migrations }: Manifest): Promise<void> {
  const last = migrations.at(-1)
  if (!last) throw new BackupError('The backup names no migration. Use another backup.')
  await applyMigrations(client, directory, { upTo: last.name })
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select migration_name as name, checksum from _prisma_migrations',
  )
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (!unknown && known.size === migrations.length) return
  throw new BackupError(
    `The backup was made by a newer or different release${unknown ? `: this one lacks its migration ${unknown.name}` : ''}. Restore it with that release.`,
  )
}

/** Fills all tables in one transaction and sets the sequences. */
async function fillTables(client: Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  await client.query('BEGIN')
  // Migrations insert the rows that every installation has. The backup holds them too.
  for (const { table } of tables.toReversed()) await client.query(`DELETE FROM ${escapeIdentifier(table)}`)
  for (const table of tables) await fillTable(client, folder, table)
  for (const { sequence, lastValue } of sequences) {
    await client.query('select setval($1::regclass, $2)', [escapeIdentifier(sequence), lastValue])
  }
  await client.query('COMMIT')
}

async function fillTable(
  client: Client,
  folder: string,
  { table, columns, path, rows }: BackupTable,
): Promise<void> {
  const list = columns.map(escapeIdentifier).join(', ')
  const target = client.query(copyFrom(`COPY ${escapeIdentifier(table)} (${list}) FROM STDIN`))
  await pipeline(createReadStream(join(folder, path)), createZstdDecompress(), target)
  if (target.rowCount === rows) return
  throw new BackupError(
    `The table ${table} has ${target.rowCount} rows after the restore instead of ${rows}.`,
  )
}
