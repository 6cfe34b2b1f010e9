import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createArtifact, oldestFileHold, openDatabase } from '@parley/db'
import { beginTestTurn, createEmptyDatabase, createTestUser, useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import { openS3Store } from '@parley/objects'
import { S3_CREDENTIALS, type S3Server, startS3Server } from '@parley/objects/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupError, backUp, folderPlace, moveFiles, restore, storePlace, verifyBackup } from './index.ts'

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
  return backUp({ databaseUrl: database.url, files: folderPlace(dataDirectory()), to: join(folder, name) })
}

async function restoreFrom(name: string, url: string, place: string = randomUUID()) {
  const target = join(folder, place)
  await restore({
    from: join(folder, name),
    databaseUrl: url,
    files: folderPlace(target),
    migrationsDirectory,
  })
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
    await expect(restoreFrom('kept', empty.url, 'service')).rejects.toThrow(
      'There are files in the data folder',
    )
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
  const target = { databaseUrl: empty.url, files: folderPlace(join(folder, 'older-restored')) }
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

describe('with an object store', () => {
  let server: S3Server
  let egress: Egress
  beforeAll(async () => {
    server = await startS3Server()
    egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [server.endpoint] })
  })
  afterAll(async () => {
    await egress.close()
    await server.close()
  })
  const place = (prefix: string) => {
    const { send } = egress.for('object_store')
    return storePlace(
      openS3Store({
        ...S3_CREDENTIALS,
        bucket: 'files',
        prefix,
        endpoint: server.endpoint,
        send,
        pausesMs: [1],
      }),
    )
  }
  const files = () => folderPlace(dataDirectory())

  test('all files move from the folder into the store and back, and a copy that was cut off goes on', async () => {
    const store = place('moved/')
    let puts = 0
    server.fault = ({ method }) => (method === 'PUT' && ++puts > 1 ? 'away' : null)
    await expect(moveFiles({ from: files(), to: store })).rejects.toMatchObject({ code: 'unavailable' })
    server.fault = () => null
    const sizes = await files().list()
    expect(await moveFiles({ from: files(), to: store })).toMatchObject({
      copied: sizes.size - 1,
      present: 1,
    })
    expect(await store.list()).toEqual(sizes)
    const back = folderPlace(join(folder, 'moved-back'))
    await moveFiles({ from: store, to: back })
    expect(await back.list()).toEqual(sizes)
    for (const path of sizes.keys()) {
      expect(await readFile(join(folder, 'moved-back', path))).toEqual(
        await readFile(join(dataDirectory(), path)),
      )
    }
  })

  test('a backup of the store is restored into another store and into a folder, also with a list that lags', async () => {
    await moveFiles({ from: files(), to: place('live/') })
    const [chart = ''] = [...server.objects.keys()].filter((key) =>
      key.includes('files/live/blobs/artifacts'),
    )
    server.hidden.add(chart)
    const to = join(folder, 'from-store')
    const manifest = await backUp({ databaseUrl: database.url, files: place('live/'), to })
    expect(manifest.files.map(({ path }) => path)).toContain(`files/${chart.slice('files/live/'.length)}`)
    for (const target of [place('restored/'), folderPlace(join(folder, 'store-to-folder'))]) {
      const empty = await createEmptyDatabase()
      try {
        await restore({ from: to, databaseUrl: empty.url, files: target, migrationsDirectory })
        expect(await contentOf(empty.url)).toEqual(await contentOf(database.url))
        expect((await target.list()).size).toBe(manifest.files.length)
      } finally {
        await empty.drop()
      }
    }
    const empty = await createEmptyDatabase()
    await expect(
      restore({ from: to, databaseUrl: empty.url, files: place('live/'), migrationsDirectory }),
    ).rejects.toThrow('There are files in the object store already')
    await empty.drop()
  })
})

async function copyMigrations(target: string): Promise<void> {
  for (const entry of await readdir(migrationsDirectory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    await mkdir(join(target, entry.name), { recursive: true })
    const sql = await readFile(join(migrationsDirectory, entry.name, 'migration.sql'))
    await writeFile(join(target, entry.name, 'migration.sql'), sql)
  }
}
