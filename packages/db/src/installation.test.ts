import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepInstallationSeal, replaceInstallationSeal } from './installation.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the first seal stays, whoever comes at the same time, until it is replaced', async () => {
  const { db } = database
  const seals = await Promise.all(['a', 'b', 'c'].map((text) => keepInstallationSeal(db, Buffer.from(text))))
  expect(new Set(seals.map(String)).size).toBe(1)
  await replaceInstallationSeal(db, Buffer.from('new'))
  expect(String(await keepInstallationSeal(db, Buffer.from('d')))).toBe('new')
})
