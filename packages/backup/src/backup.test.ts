import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createArtifact, oldestFileHold, openDatabase } from '@parley/db'
import { beginTestTurn, createEmptyDatabase, createTestUser, useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupError, backUp, restore, verifyBackup } from './index.ts'

const migrationsDirectory = join(import.meta.dirname, '../../../prisma/migrations')
const database = useTestDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'))
  await writeChart()
  await write('data/datasets/owner/version/table-1.parquet', 'PAR1 rows PAR1')
  await write('data/indexes/rebuilt', 'left out')
  await write('blobs/artifacts/half.draft', 'left out')
  await write('master.key', 'left out')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDirectory = () => join(folder, 'service')

async function write(path: string, content: string): Promise<void> {
  const file = join(dataDirectory(), path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** Stores a turn that is under way, with a chart. */
async function writeChart(): Promise<void> {
  const owner = await createTestUser(database.db)
  const { runId } = await beginTestTurn(database.db, owner)
  const path = `artifacts/${owner}/${randomUUID()}/chart.png`
  await write(`blobs/${path}`, `PNG of ${runId}`)
  const [artifactId, fileName, mediaType] = [randomUUID(), 'chart.png', 'image/png']
  const artifact = { artifactId, fileName, mediaType, bytes: 10, path, runId, expiresAt: null }
  expect(await createArtifact(database.db, owner, artifact)).toBe(true)
}

function backUpTo(name: string) {
  return backUp({ databaseUrl: database.url, dataDirectory: dataDirectory(), to: join(folder, name) })
}

async function restoreFrom(name: string, url: string, place: string = randomUUID()) {
  const target = join(folder, place)
  await restore({ from: join(folder, name), databaseUrl: url, dataDirectory: target, migrationsDirectory })
  return target
}

const TABLES = `select relname as name from pg_class where relkind = 'r' and relpersistence = 'p'
  and relnamespace = 'public'::regnamespace and relname not in ('_prisma_migrations', 'file_holds') order by 1`

/** Every row of every table, and the next value of every sequence. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const db = openDatabase({ url, poolSize: 1 })
  try {
    const { rows: tables } = await db.pool.query<{ name: string }>(TABLES)
    const content: Record<string, unknown> = {}
    for (const { name } of tables) {
      content[name] = (await db.pool.query(`select t::text as row from "${name}" t order by 1`)).rows
    }
    content.sequences = (
      await db.pool.query('select sequencename, last_value from pg_sequences order by 1')
    ).rows
    return content
  } finally {
    await db.close()
  }
}

test('restores every row, sequence and file into another database and folder', async () => {
  await backUpTo('whole')
  const empty = await createEmptyDatabase()
  try {
    const target = await restoreFrom('whole', empty.url)
    expect(await contentOf(empty.url)).toEqual(await contentOf(database.url))
    const files = (await readdir(target, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(files.map(({ name }) => name).toSorted()).toEqual(['chart.png', 'table-1.parquet'])
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name)
      expect(await readFile(path)).toEqual(await readFile(path.replace(target, dataDirectory())))
    }
  } finally {
    await empty.drop()
  }
})

test('takes records and files of one moment while turns are stored, and holds files no longer than it runs', async () => {
  let isRunning = true
  const writing = (async () => {
    while (isRunning) await writeChart()
  })()
  const manifest = await backUpTo('busy')
  isRunning = false
  await writing
  expect(await oldestFileHold(database.db)).toBeNull()
  const copied = new Set(manifest.files.map(({ path }) => path))
  const empty = await createEmptyDatabase()
  const db = openDatabase({ url: empty.url, poolSize: 1 })
  try {
    await restoreFrom('busy', empty.url)
    const { rows } = await db.pool.query<{ path: string; runs: string }>(
      'select a.path, r.id as runs from artifacts a join runs r on r.id = a.run_id',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { path } of rows) expect(copied).toContain(`files/blobs/${path}`)
  } finally {
    await db.close()
    await empty.drop()
  }
})

test('refuses a folder that is not empty, and keeps what is in it', async () => {
  await mkdir(join(folder, 'full'))
  await writeFile(join(folder, 'full', 'letter'), 'mine')
  await expect(backUpTo('full')).rejects.toThrow('is not empty. Name a new folder')
  expect(await readdir(join(folder, 'full'))).toEqual(['letter'])
})

test('never restores over an installation that exists', async () => {
  await backUpTo('kept')
  const before = await contentOf(database.url)
  await expect(restoreFrom('kept', database.url)).rejects.toThrow(
    /The database is not empty: it has \d+ tables/,
  )
  expect(await contentOf(database.url)).toEqual(before)
  const empty = await createEmptyDatabase()
  try {
    await expect(restoreFrom('kept', empty.url, 'service')).rejects.toThrow('already holds files')
    expect(await contentOf(empty.url)).toEqual({ sequences: [] })
  } finally {
    await empty.drop()
  }
})

test('finds a backup that was cut off, changed or thinned out, before anything is restored', async () => {
  const { files, tables } = await backUpTo('damaged')
  const at = (path = '') => join(folder, 'damaged', path)
  const [file, table] = [files[0]?.path, tables.find(({ rows }) => rows > 0)?.path]
  const damages: readonly [string | undefined, (path: string) => Promise<void>, RegExp][] = [
    [table, (path) => truncate(path, 3), /was changed or cut off/],
    [file, (path) => writeFile(path, 'PNG of another!!'), /was changed or cut off/],
    [file, (path) => rm(path), /lacks files\//],
    ['manifest.json', (path) => truncate(path, 40), /is damaged/],
    ['manifest.json', (path) => rm(path), /is no complete backup/],
  ]
  for (const [path, damage, sentence] of damages) {
    const original = await readFile(at(path))
    await damage(at(path))
    await expect(verifyBackup(at())).rejects.toThrow(sentence)
    await expect(verifyBackup(at())).rejects.toBeInstanceOf(BackupError)
    await writeFile(at(path), original)
    await expect(verifyBackup(at())).resolves.toMatchObject({ format: 1 })
  }
})

test('restores a backup of an older release and then migrates it', async () => {
  await backUpTo('older')
  const migrations = join(folder, 'later-release')
  await copyMigrations(migrations)
  const later = '99990101000000_later'
  await mkdir(join(migrations, later))
  await writeFile(join(migrations, later, 'migration.sql'), 'create table later (id int)')
  const empty = await createEmptyDatabase()
  const from = join(folder, 'older')
  const target = { databaseUrl: empty.url, dataDirectory: join(folder, 'older-restored') }
  try {
    await restore({ from, ...target, migrationsDirectory: migrations })
    expect(await contentOf(empty.url)).toEqual({ ...(await contentOf(database.url)), later: [] })
  } finally {
    await empty.drop()
  }
})

test('refuses a backup of a release that this one does not know', async () => {
  await backUpTo('newer')
  const manifest = JSON.parse(await readFile(join(folder, 'newer', 'manifest.json'), 'utf8'))
  manifest.migrations.push({ name: '99990101000000_later', checksum: 'unknown' })
  await writeFile(join(folder, 'newer', 'manifest.json'), JSON.stringify(manifest))
  const empty = await createEmptyDatabase()
  try {
    await expect(restoreFrom('newer', empty.url)).rejects.toThrow(
      'this one lacks its migration 99990101000000_later. Restore it with that release.',
    )
  } finally {
    await empty.drop()
  }
})

async function copyMigrations(target: string): Promise<void> {
  for (const entry of await readdir(migrationsDirectory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    await mkdir(join(target, entry.name), { recursive: true })
    const sql = await readFile(join(migrationsDirectory, entry.name, 'migration.sql'))
    await writeFile(join(target, entry.name, 'migration.sql'), sql)
  }
}
