import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimDataFolder } from './claim-data-folder.ts'
import { readReadiness } from './read-readiness.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-folder-'))
})
afterAll(() => rm(folder, { recursive: true }))

const secretsOf = (seed: number) => ({ accessTokenKey: new Uint8Array(32).fill(seed) })

test('a data folder belongs to the database that used it first', async () => {
  const used = join(folder, 'used')
  await claimDataFolder(used, secretsOf(1))
  await claimDataFolder(used, secretsOf(1))
  await expect(claimDataFolder(used, secretsOf(2))).rejects.toThrow(
    /belongs to another database\. Set PARLEY_DATA_DIR/,
  )
})

test('a service without room on its disk or without its database is not ready', async () => {
  const database = await createTestDatabase()
  expect(await readReadiness(database.db, { folder })).toBe(true)
  expect(await readReadiness(database.db, { folder, leastFreeBytes: Number.MAX_SAFE_INTEGER })).toMatch(
    /disk of the data folder is full/,
  )
  await database.drop()
  expect(await readReadiness(database.db, { folder })).toBe(false)
})
