import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEgress } from '@parley/net'
import { type ObjectStore, openS3Store } from '@parley/objects'
import { S3_CREDENTIALS, type S3Server, startS3Server } from '@parley/objects/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { storedVersions } from './stored-versions.ts'

let server: S3Server
let store: ObjectStore
let folder: string
let egress: ReturnType<typeof createEgress>
beforeAll(async () => {
  server = await startS3Server()
  egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [server.endpoint] })
  const { send } = egress.for('object_store')
  const place = { bucket: 'files', prefix: 'a/', endpoint: server.endpoint, pausesMs: [1, 1] }
  store = openS3Store({ ...S3_CREDENTIALS, ...place, send })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-versions-'))
})
afterEach(async () => {
  server.fault = () => null
  server.hidden.clear()
  await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  await egress.close()
  await server.close()
})

const HOME = `datasets/${'0'.repeat(32)}`
let made = 0
const newVersion = () => `${HOME}/00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

/** Stores a version of one file and returns its path. */
async function stored(bytes: number): Promise<string> {
  const file = `${newVersion()}/table-1.parquet`
  await store.putBytes(`data/${file}`, randomBytes(bytes))
  return file
}

const countsOf = () => ({ hits: 0, misses: 0, evictions: 0, bytes: 0 })
const filesIn = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
const gets = (file: string) => server.seen.filter((line) => line === `GET files/a/data/${file}`).length

test('a version that one machine keeps is read on another, and is deleted on both', async () => {
  const other = await mkdtemp(join(tmpdir(), 'parley-versions-'))
  const [here, there] = [folder, other].map((place) =>
    storedVersions({ store, folder: place, maxBytes: 1_000_000 }),
  )
  const version = newVersion()
  await mkdir(join(folder, version), { recursive: true })
  await writeFile(join(folder, version, 'table-1.parquet'), 'PAR1')
  await here?.keep(version)
  const held = await there?.hold([`${version}/table-1.parquet`])
  expect(held?.missing.size).toBe(0)
  expect(await readFile(join(other, version, 'table-1.parquet'), 'utf8')).toBe('PAR1')
  expect(await there?.list(HOME)).toContainEqual(expect.objectContaining({ version, isStored: true }))
  await here?.remove(version)
  expect(await here?.list(HOME)).not.toContainEqual(expect.objectContaining({ version }))
  expect(await there?.list(HOME)).toContainEqual(expect.objectContaining({ version, isStored: false }))
  await there?.dropCopy(version)
  expect(await filesIn(other)).toBe(0)
  const missing = (await there?.hold([`${version}/table-1.parquet`]))?.missing
  expect(missing).toEqual(new Set([`${version}/table-1.parquet`]))
  await rm(other, { recursive: true })
})

test('fifty readers of one file fetch it once', async () => {
  const versions = storedVersions({ store, folder, maxBytes: 1_000_000 })
  const file = await stored(1000)
  server.fault = () => 'slow'
  await Promise.all(Array.from({ length: 50 }, () => versions.hold([file])))
  expect(gets(file)).toBe(1)
})

test('copies take no more space than is allowed, the least recently used leave, and held ones stay', async () => {
  const counts = countsOf()
  const versions = storedVersions({ store, folder, maxBytes: 10_000, counts })
  const files = await Promise.all(Array.from({ length: 12 }, () => stored(2500)))
  const [first = '', second = ''] = files
  const held = await versions.hold([first])
  for (const file of files.slice(1)) (await versions.hold([file])).release()
  expect(counts).toMatchObject({ bytes: 10_000, evictions: 8 })
  expect(await filesIn(folder)).toBe(4)
  await readFile(join(folder, first))
  await expect(readFile(join(folder, second))).rejects.toThrow('ENOENT')
  const all = await versions.hold(files.slice(-3))
  await expect(versions.hold([second])).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
  held.release()
  await versions.hold([second])
  all.release()
  const large = await stored(10_001)
  await expect(versions.hold([large])).rejects.toThrow('must raise PARLEY_CACHE_BYTES')
})

test('a start finds the copies of the former one, and removes nothing that is whole', async () => {
  const file = await stored(1000)
  await storedVersions({ store, folder, maxBytes: 5000 }).hold([file])
  const counts = countsOf()
  await storedVersions({ store, folder, maxBytes: 5000, counts }).hold([file])
  expect(counts).toEqual({ hits: 1, misses: 0, evictions: 0, bytes: 1000 })
  expect(gets(file)).toBe(1)
})

test.each(['cut', 'wrong_bytes', 'away'] as const)(
  'a fetch that meets %s leaves nothing and works later',
  async (fault) => {
    const versions = storedVersions({ store, folder, maxBytes: 5000 })
    const file = await stored(1000)
    server.fault = () => fault
    await expect(versions.hold([file])).rejects.toMatchObject({ code: 'unavailable' })
    expect(await filesIn(folder)).toBe(0)
    server.fault = () => null
    expect((await versions.hold([file])).missing.size).toBe(0)
  },
)

test('a reader that gives up leaves the fetch to the others', async () => {
  const versions = storedVersions({ store, folder, maxBytes: 5000 })
  const file = await stored(1000)
  server.fault = () => 'slow'
  const leaving = new AbortController()
  const left = versions.hold([file], leaving.signal)
  const staying = versions.hold([file])
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect((await staying).missing.size).toBe(0)
  expect(gets(file)).toBe(1)
})

test.each(['full', 'away'] as const)(
  'a version that cannot be stored because the store is %s leaves no copy and no part',
  async (fault) => {
    const versions = storedVersions({ store, folder, maxBytes: 5000 })
    const version = newVersion()
    await mkdir(join(folder, version), { recursive: true })
    for (const name of ['original.zst', 'table-1.parquet']) await writeFile(join(folder, version, name), 'x')
    // The first file is stored, the second is not.
    server.fault = ({ method, key }) => (method === 'PUT' && key.endsWith('table-1.parquet') ? fault : null)
    await expect(versions.keep(version)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await filesIn(folder)).toBe(0)
    expect([...server.objects.keys()].filter((key) => key.includes(version))).toEqual([])
  },
)

test('a file that a list does not show yet is read by its name', async () => {
  const versions = storedVersions({ store, folder, maxBytes: 5000 })
  const file = await stored(1000)
  server.hidden.add(`files/a/data/${file}`)
  expect(await versions.list(HOME)).not.toContainEqual(expect.objectContaining({ version: dirname(file) }))
  expect((await versions.hold([file])).missing.size).toBe(0)
})
