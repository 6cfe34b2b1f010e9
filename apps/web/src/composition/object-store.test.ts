import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnerId } from '@parley/core'
import { eraseNow } from '@parley/core/testing'
import type { ObjectStore } from '@parley/objects'
import type { S3Server } from '@parley/objects/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openReplicas, type Replica, type Replicas } from '../testing/open-replicas.ts'

let replicas: Replicas
let server: S3Server
let store: ObjectStore
let one: Replica
let two: Replica
let alice: { token: string; userId: string }
let bob: string

beforeAll(async () => {
  replicas = await openReplicas()
  ;({ server, store, one, two } = replicas)
  alice = await one.api.signIn()
  bob = (await two.api.signIn()).token
})
afterEach(() => {
  server.fault = () => null
})
afterAll(() => replicas.close())

const upload = ({ api }: Replica, name: string) =>
  api.send('POST', '/data_source', {
    bearer: alice.token,
    body: { name, format: 'csv', content: 'town,price\nOslo,10\nBergen,30\n' },
  })
const profile = ({ api }: Replica, id: string, bearer = alice.token) =>
  api.send('GET', `/data_source/${id}/profile`, { bearer })
const copiesIn = async ({ folder }: Replica) =>
  (await readdir(join(folder, 'datasets'), { recursive: true }).catch(() => [])).filter((name) =>
    /\.(parquet|zst)$/.test(name),
  )

test('a file that is uploaded to one replica is read, read again and deleted through another', async () => {
  const { body } = await upload(one, 'towns')
  const { id } = body.data
  expect((await profile(two, id)).body.data.row_count).toBe(2)
  expect((await profile(two, id, bob)).status).toBe(404)
  const reread = await two.api.send('POST', `/data_source/${id}/reread`, {
    bearer: alice.token,
    body: { settings: { header_row: 0 } },
  })
  expect(reread.status).toBe(200)
  expect((await profile(one, id)).body.data.row_count).toBe(3)
  expect((await two.api.send('DELETE', `/data_source/${id}`, { bearer: alice.token })).status).toBe(200)
  // Each replica can remove what was retired through the other.
  await one.data.removeRetiredFiles(new Date(Date.now() + 60_000))
  expect([...server.objects.keys()].filter((key) => key.includes('/datasets/'))).toEqual([])
  expect(await copiesIn(one)).toEqual([])
})

test('a store that is away refuses an upload with 503 and keeps nothing; what is copied stays readable', async () => {
  const { body } = await upload(one, 'kept')
  const { id } = body.data
  const objects = server.objects.size
  server.fault = () => 'away'
  const refused = await upload(one, 'refused')
  expect(refused.status).toBe(503)
  expect(refused.body.message).toBe('The object store does not answer. Try again in a minute.')
  expect((await profile(one, id)).body.data.row_count).toBe(2)
  expect((await profile(two, id)).status).toBe(503)
  server.fault = () => null
  expect((await profile(two, id)).body.data.row_count).toBe(2)
  expect(server.objects.size).toBe(objects)
  expect((await upload(one, 'refused')).status).toBe(200)
})

test('a store without space refuses an upload with a sentence for the operator', async () => {
  server.fault = ({ method }) => (method === 'PUT' ? 'full' : null)
  const refused = await upload(two, 'too_much')
  expect(refused.status).toBe(503)
  expect(refused.body.message).toContain('The object store has no space left.')
})

test('a dataset whose object is lost is missing by name, and other tables are read', async () => {
  const before = new Set(server.objects.keys())
  const lost = (await upload(one, 'lost')).body.data
  const other = (await upload(one, 'other')).body.data
  const [version = ''] = [...server.objects.keys()]
    .filter((key) => !before.has(key))
    .map((key) => key.split('/').slice(2, -1).join('/'))
  for await (const { key } of store.list(version)) await store.remove(key)
  const reply = await profile(two, lost.id)
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain('is missing; connect its data source again.')
  expect((await profile(two, other.id)).status).toBe(200)
})

test('erasing a person empties the object store, every replica’s copies and indexes, and leaves those of another person', async () => {
  const anna = await one.api.signIn()
  const body = { name: 'annas', format: 'csv', content: 'town,price\nOslo,10\n' }
  const bearer = anna.token
  const { id } = (await one.api.send('POST', '/data_source', { bearer, body })).body.data
  const kept = (await upload(one, 'still_here')).body.data
  await two.api.deps.blobs.write(`artifacts/${anna.userId}/1/chart.png`, Buffer.from('PNG'))
  for (const replica of [one, two]) {
    expect((await profile(replica, id, bearer)).status).toBe(200)
  }
  const home = one.data.homeOf(anna.userId as OwnerId)
  for (const { folder } of [one, two]) {
    await mkdir(join(folder, 'indexes', home, 'values'), { recursive: true })
    await writeFile(join(folder, 'indexes', home, 'values', 'a.sqlite'), 'Oslo')
    await writeFile(join(folder, 'indexes', home, 'b.building'), 'Oslo')
  }
  const traces = async () => [
    ...[...server.objects.keys()].filter((key) => key.includes(home) || key.includes(anna.userId)),
    ...(await Promise.all([one, two].map(({ folder }) => readdir(folder, { recursive: true }))))
      .flat()
      .filter((path) => path.includes(home)),
  ]
  expect((await traces()).length).toBeGreaterThan(8)

  expect(
    (await one.api.send('POST', '/account/erase', { bearer, body: { user_id: anna.address } })).status,
  ).toBe(200)
  await eraseNow(one.api.deps)
  await eraseNow(two.api.deps)
  expect(await traces()).toEqual([])
  expect((await profile(two, kept.id)).body.data.row_count).toBe(2)
})

test('a chart that one replica stores is read through another, and is gone when it was removed', async () => {
  const path = `artifacts/${alice.userId}/1/Sales ü (1)'.png`
  await one.api.deps.blobs.write(path, Buffer.from('PNG'))
  expect(await two.api.deps.blobs.read(path)).toEqual(Buffer.from('PNG'))
  await two.api.deps.blobs.remove(path)
  expect(await one.api.deps.blobs.read(path)).toBeNull()
})
