import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createZstdCompress } from 'node:zlib'
import { holdFiles, openDatabase, releaseFiles, renewFileHold } from '@parley/db'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BackupError } from './backup-error.ts'
import { copyBytes } from './copy-bytes.ts'
import { type DatabaseTable, listSequences, listTables } from './database-tables.ts'
import type { FilePlace } from './file-place.ts'
import { type BackupTable, type Manifest, writeManifest } from './manifest.ts'
import { copyStoredFiles } from './stored-files.ts'

export type BackUpOptions = {
  readonly databaseUrl: string
  /** Where the service keeps its files. */
  readonly files: FilePlace
  /** The folder to write. It must be empty or missing. */
  readonly to: string
}

/** Files in use when the backup began are kept this long after its last sign of life. */
const HOLD_MS = 120_000
const RENEW_EVERY_MS = 30_000

/**
 * Writes a backup of a running installation: every record of one moment, then every file that these records name.
 * Returns its manifest. Unlogged tables, indexes that are rebuilt and the master key are left out.
 *
 * The records come first: the service writes a file before it records it, and a hold keeps files from being deleted
 * until the copy ends. Throws a BackupError when the folder is not empty.
 */
export async function backUp({ databaseUrl, files: place, to }: BackUpOptions): Promise<Manifest> {
  const folder = resolve(to)
  await makeEmptyFolder(folder)
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  const hold = randomUUID()
  try {
    await holdFiles(db, hold, { holdMs: HOLD_MS })
    // A renewal that fails is tried again; the hold outlives three of them.
    const renewal = setInterval(
      () => renewFileHold(db, hold, { holdMs: HOLD_MS }).catch(() => {}),
      RENEW_EVERY_MS,
    )
    try {
      const { named, ...records } = await copyRecords(databaseUrl, folder)
      const files = await copyStoredFiles(place, { backup: folder, named })
      const manifest: Manifest = { format: 1, createdAt: new Date().toISOString(), ...records, files }
      await writeManifest(folder, manifest)
      return manifest
    } finally {
      clearInterval(renewal)
      await releaseFiles(db, hold)
    }
  } finally {
    await db.close()
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length === 0) return
  throw new BackupError(`The folder ${folder} is not empty. Name a new folder for the backup.`)
}

type Records = Pick<Manifest, 'migrations' | 'postgresVersion' | 'sequences' | 'tables'> & {
  /** Files that records name, without those behind sealed connections. */
  readonly named: readonly string[]
}

// Names of columns are those of the oldest release that this command can back up.
const NAMED_FILES = `
  select 'blobs/' || path as path from artifacts
  union select 'data/' || (jsonb_path_query(tables::jsonb, '$[*].file') #>> '{}') from data_sources
  union select 'data/' || (jsonb_path_query(tables::jsonb, '$[*].original.file') #>> '{}') from data_sources`

/** Copies all tables as one transaction sees them. */
async function copyRecords(databaseUrl: string, folder: string): Promise<Records> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      `select migration_name as name, checksum from _prisma_migrations
       where rolled_back_at is null and finished_at is not null order by migration_name`,
    )
    const { rows: versions } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const tables: BackupTable[] = []
    for (const table of await listTables(client)) tables.push(await copyTable(client, table, folder))
    const sequences = await listSequences(client)
    const { rows: named } = await client.query<{ path: string }>(NAMED_FILES)
    await client.query('COMMIT')
    return {
      migrations,
      postgresVersion: versions[0]?.version ?? '',
      tables,
      sequences,
      named: named.map(({ path }) => path),
    }
  } finally {
    await client.end()
  }
}

async function copyTable(
  client: Client,
  { table, columns }: DatabaseTable,
  folder: string,
): Promise<BackupTable> {
  const list = columns.map(escapeIdentifier).join(', ')
  const rows = client.query(copyTo(`COPY ${escapeIdentifier(table)} (${list}) TO STDOUT`))
  const path = `tables/${table}.copy.zst`
  const copied = await copyBytes(rows.pipe(createZstdCompress()), join(folder, path))
  // The number of rows may arrive after the last row. The reply to a later statement comes after it.
  await client.query('SELECT')
  return { table, columns: [...columns], rows: rows.rowCount, path, ...copied }
}
