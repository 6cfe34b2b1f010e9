import { scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, createTestUser, type TestDatabase } from '@parley/db/testing'
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
