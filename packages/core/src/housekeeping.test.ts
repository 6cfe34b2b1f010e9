import { randomUUID } from 'node:crypto'
import { scriptedModel } from '@parley/agent/testing'
import { beginTurn, createDataSource, type OwnerId } from '@parley/db'
import { createTestDatabase, createTestSession, createTestUser, type TestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getArtifact } from './artifact/get-artifact.ts'
import { artifactSaver } from './artifact/save-artifact.ts'
import { sealConnection } from './data-source/connection.ts'
import { retireOrphans } from './data-source/retire-orphans.ts'
import { removeExpired } from './housekeeping.ts'
import { createTestDeps } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the files of a stateless call go after their hour, others stay', async () => {
  const owner = await createTestUser(database.db)
  let now = new Date()
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, now: () => now })
  const file = { name: 'chart.png', mediaType: 'image/png', bytes: Buffer.from('PNG') }
  const fresh = await artifactSaver(deps, owner, null)(file)
  now = new Date(Date.now() - 3_700_000)
  const old = await artifactSaver(deps, owner, null)(file)

  await removeExpired(deps)
  const read = (path: string) => {
    const [, artifactId = '', fileName = ''] = path.split('/')
    return getArtifact(deps, owner, { artifactId, fileName })
  }
  expect((await read(fresh)).bytes).toEqual(file.bytes)
  await expect(read(old)).rejects.toThrow('no artifact')
})

test('files of sources go a while after they were given up, and not before the runs of that time', async () => {
  const owner = await createTestUser(database.db)
  let now = new Date()
  const removedBefore: Date[] = []
  const world = { db: database.db, model: scriptedModel([]).model, now: () => now, removedBefore }
  const deps = createTestDeps(world)
  await removeExpired(deps)
  expect(removedBefore).toEqual([new Date(now.getTime() - 900_000)])

  const { id: sessionId } = await createTestSession(database.db, owner)
  const turn = { query: 'How many?', leaseOwner: 'somebody', leaseMs: 60_000, historyLimit: 50 }
  await beginTurn(database.db, owner, { ...turn, sessionId, runId: randomUUID() })
  const afterBegin = Date.now()
  now = new Date(Date.now() + 36_000_000)
  await removeExpired(deps)
  expect(removedBefore[1]?.getTime()).toBeLessThanOrEqual(afterBegin - 900_000)
})

test('every owner is asked for orphans, with the files that the own records name', async () => {
  const [owner, other] = [await createTestUser(database.db), await createTestUser(database.db)]
  const named = new Map<OwnerId, readonly string[]>()
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, named })
  const rest = { description: '', connectionCipher: null, address: '', bytes: 1 }
  const tables = [{ name: 't', file: 'datasets/one.parquet' }]
  await createDataSource(database.db, owner, { id: randomUUID(), name: 'csv', kind: 'file', tables, ...rest })
  const id = randomUUID()
  const connection = { kind: 'sqlite', file: 'datasets/two.sqlite' } as const
  const connectionCipher = sealConnection(deps, owner, { id, connection })
  const lite = { id, name: 'lite', kind: 'sqlite', tables: [], ...rest, connectionCipher }
  await createDataSource(database.db, owner, lite)

  await retireOrphans(deps)
  expect(named.get(owner)?.toSorted()).toEqual(['datasets/one.parquet', 'datasets/two.sqlite'])
  expect(named.get(other)).toEqual([])
})

test('a connection that cannot be opened stops it: its files would look like orphans', async () => {
  const owner = await createTestUser(database.db)
  const named = new Map<OwnerId, readonly string[]>()
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, named })
  const sealed = { id: randomUUID(), connectionCipher: Buffer.from('sealed with another key') }
  const lite = { ...sealed, name: 'lite', kind: 'sqlite', tables: [], description: '', address: '', bytes: 1 }
  await createDataSource(database.db, owner, lite)
  await expect(retireOrphans(deps)).rejects.toThrow()
  expect(named.has(owner)).toBe(false)
})
