import { randomUUID } from 'node:crypto'
import { scriptedModel } from '@parley/agent/testing'
import { beginTurn, createDataSource, holdFiles, type OwnerId, releaseFiles } from '@parley/db'
import { beginTestTurn, createTestSession, createTestUser, useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { getArtifact } from './artifact/get-artifact.ts'
import { artifactSaver } from './artifact/save-artifact.ts'
import { sealConnection } from './data-source/connection.ts'
import { retireOrphans } from './data-source/retire-orphans.ts'
import { removeExpired, removeUnusedFiles } from './housekeeping.ts'
import { deleteSession } from './session/delete-session.ts'
import { createTestDeps } from './testing.ts'

const database = useTestDatabase()

test('deletes the files of a stateless call after one hour and keeps others', async () => {
  const owner = await createTestUser(database.db)
  let now = new Date()
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, now: () => now })
  const file = { name: 'chart.png', mediaType: 'image/png', bytes: Buffer.from('PNG') }
  const fresh = await artifactSaver(deps, owner, { runId: null })(file)
  now = new Date(Date.now() - 3_700_000)
  const old = await artifactSaver(deps, owner, { runId: null })(file)

  await removeExpired(deps)
  await removeUnusedFiles(deps)
  const read = (path: string) => {
    const [, artifactId = '', fileName = ''] = path.split('/')
    return getArtifact(deps, owner, { artifactId, fileName })
  }
  expect((await read(fresh)).bytes).toEqual(file.bytes)
  await expect(read(old)).rejects.toThrow('no artifact')
})

test('keeps the files of a deleted session while a backup that began before copies them', async () => {
  const owner = await createTestUser(database.db)
  const removedBefore: Date[] = []
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, removedBefore })
  const { sessionId, runId } = await beginTestTurn(database.db, owner)
  const file = { name: 'chart.png', mediaType: 'image/png', bytes: Buffer.from('PNG') }
  const [, artifactId = ''] = (await artifactSaver(deps, owner, { runId })(file)).split('/')
  const path = `artifacts/${owner}/${artifactId}/chart.png`
  const hold = randomUUID()
  await holdFiles(database.db, hold, { holdMs: 600_000 })
  // The database rounds to milliseconds, and Date.now() cuts them off.
  const heldAt = Math.ceil(performance.timeOrigin + performance.now())

  await deleteSession(deps, owner, { id: sessionId })
  await removeUnusedFiles(deps)
  expect(await deps.blobs.read(path)).toEqual(file.bytes)
  expect(removedBefore.at(-1)?.getTime()).toBeLessThanOrEqual(heldAt - 20_000)
  await releaseFiles(database.db, hold)
  await removeUnusedFiles(deps)
  expect(await deps.blobs.read(path)).toBeNull()
})

test('deletes files of deleted data sources within a minute, but not while a run may read them', async () => {
  const owner = await createTestUser(database.db)
  let now = new Date()
  const removedBefore: Date[] = []
  const world = { db: database.db, model: scriptedModel([]).model, now: () => now, removedBefore }
  const deps = createTestDeps(world)
  await removeUnusedFiles(deps)
  expect(removedBefore[0]?.getTime()).toBeLessThanOrEqual(Date.now() - 20_000 + 1000)
  expect(removedBefore[0]?.getTime()).toBeGreaterThan(Date.now() - 60_000)

  const { id: sessionId } = await createTestSession(database.db, owner)
  const turn = { query: 'How many?', leaseOwner: 'other-process', leaseMs: 60_000, historyLimit: 50 }
  await beginTurn(database.db, owner, { ...turn, sessionId, runId: randomUUID() })
  const afterBegin = Date.now()
  now = new Date(Date.now() + 36_000_000)
  await removeUnusedFiles(deps)
  expect(removedBefore[1]?.getTime()).toBeLessThanOrEqual(afterBegin - 20_000)

  const call = deps.turns.enter(owner, { turns: 1, turnsPerUser: 1 })
  const entered = Date.now()
  now = new Date(Date.now() + 36_000_000)
  await removeUnusedFiles(deps)
  expect(removedBefore[2]?.getTime()).toBeLessThanOrEqual(entered - 20_000)
  if (call.kind === 'entered') call.leave()
})

test('looks for orphans of every owner, with the files that the records of the owner name', async () => {
  const [owner, other] = [await createTestUser(database.db), await createTestUser(database.db)]
  const named = new Map<OwnerId, readonly string[]>()
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, named })
  const rest = { title: '', description: '', connectionCipher: null, address: '', bytes: 1 }
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

test('a connection that cannot be opened keeps the files of its owner alone, because they would look like orphans', async () => {
  const [owner, other] = [await createTestUser(database.db), await createTestUser(database.db)]
  const named = new Map<OwnerId, readonly string[]>()
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model, named })
  const sealed = { id: randomUUID(), connectionCipher: Buffer.from('sealed with another key') }
  const rest = { title: '', description: '', address: '', bytes: 1 }
  const lite = { ...sealed, name: 'lite', kind: 'sqlite', tables: [], ...rest }
  await createDataSource(database.db, owner, lite)
  await expect(retireOrphans(deps)).rejects.toThrow()
  expect(named.has(owner)).toBe(false)
  expect(named.get(other)).toEqual([])
})
