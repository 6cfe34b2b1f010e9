import { randomUUID } from 'node:crypto'
import { scriptedModel } from '@parley/agent/testing'
import { beginTurn } from '@parley/db'
import { createTestDatabase, createTestSession, createTestUser, type TestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getArtifact } from './artifact/get-artifact.ts'
import { artifactSaver } from './artifact/save-artifact.ts'
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
